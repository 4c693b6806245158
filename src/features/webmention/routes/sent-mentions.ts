import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { sentMention } from '../api.ts';
import { sentMentions } from '../sent-mentions.ts';

export const sentMentionRoutes = [
  route('GET', '/api/admin/posts/:id/mentions', 'The webmentions that a post sent, or has yet to send', {
    params: z.object({ id: idNumeral }),
    response: z.array(sentMention),
    handle: ({ blog, params }) => sentMentions(blog, params.id),
  }),
] as const;
