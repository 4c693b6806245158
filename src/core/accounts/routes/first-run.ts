import { route } from '../../../platform/http/api/route.ts';
import { firstQuestions, firstRun, firstRunAnswers } from '../api/first-run.ts';
import { finishFirstRun, readFirstRun } from '../first-run.ts';

export const firstRunRoutes = [
  route('GET', '/api/admin/first-run', 'Whether the first questions of a new site are still to be answered', {
    response: firstQuestions,
    handle: ({ blog }) => readFirstRun(blog),
  }),
  route('POST', '/api/admin/first-run', 'Answer the first questions, or skip them with an empty object', {
    body: firstRunAnswers,
    response: firstRun,
    handle: ({ blog, viewer, body }) => finishFirstRun(blog, viewer, body),
  }),
];
