import { callsOf } from '../../../platform/web/fetch-calls.ts';
import type { commentRoutes } from '../routes/comments.ts';

const { call } = callsOf<typeof commentRoutes>();

export const fetchComments = call('GET', '/api/posts/comment/approve/:postId');
export const sendComment = call('POST', '/api/posts/comment/:postId');
