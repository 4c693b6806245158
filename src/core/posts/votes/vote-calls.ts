import { callsOf } from '../../../platform/web/fetch-calls.ts';
import type { voteRoutes } from './routes.ts';

export const sendVote = callsOf<typeof voteRoutes>().call('POST', '/api/vote/:postId');
