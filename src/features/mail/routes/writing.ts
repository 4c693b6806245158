import { z } from 'zod';
import { newDraft } from '../../../core/posts/api/writing.ts';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { mailPreview, sentTest, writingMail } from '../api/writing.ts';
import * as mail from '../newsletters/writing.ts';

export const mailWritingRoutes = [
  route('GET', '/api/admin/mail/writing', 'How a post is or will be sent to subscribers', {
    query: z.object({ post: idNumeral.optional() }),
    response: writingMail,
    handle: ({ blog, query }) => mail.writingMail(blog, query.post),
  }),
  route('POST', '/api/admin/mail/preview', 'The mail that a post would be sent as; nothing is stored', {
    body: newDraft,
    response: mailPreview,
    handle: ({ blog, body }) => mail.previewMail(blog, body),
  }),
  route('POST', '/api/admin/mail/test-post', 'Send a post as it is typed to the owner', {
    body: newDraft,
    response: sentTest,
    handle: ({ blog, body }) => mail.sendTest(blog, body),
  }),
];
