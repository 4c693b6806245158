import { z } from 'zod';
import { sentMentions } from '../../../blog/conversation/sent-mentions.ts';
import { sentMention } from '../../../contract/sent-mentions.ts';
import { idNumeral } from '../../../contract/text.ts';
import { route } from '../route.ts';

export const sentMentionRoutes = [
  route('GET', '/api/admin/posts/:id/mentions', 'The webmentions that a post sent, or has yet to send', {
    params: z.object({ id: idNumeral }),
    response: z.array(sentMention),
    handle: ({ blog, params }) => sentMentions(blog, params.id),
  }),
] as const;
