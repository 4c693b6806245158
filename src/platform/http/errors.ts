import { messagesIn } from '../web/messages/catalogs.ts';
import { problemOf } from './failures.ts';
import type { ErrorCode, Problem } from './problem.ts';
import { ReaderProblem } from './reader-problem.ts';

const statuses: Record<ErrorCode, number> = {
  malformed: 400,
  no_auth: 401,
  forbidden: 403,
  csrf: 403,
  confirm: 403,
  other_user: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  wrong_type: 415,
  range_outside: 416,
  invalid: 422,
  misdirected: 421,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  no_room: 507,
};

export const statusOf = (problem: Problem): number => statuses[problem.code];

/** The only place where errors become responses. The details of an unexpected error appear only in the log. */
export const toProblem = (error: unknown): Problem =>
  problemOf(error) ?? new ReaderProblem('internal', ({ serverError }) => serverError, { cause: error });

/** The problem as a reader of the site sees it. */
export const inLanguage = (problem: Problem, language: string): Problem =>
  problem instanceof ReaderProblem ? problem.in(messagesIn(language)) : problem;

export function errorBody(problem: Problem, requestId: string) {
  const error = { code: problem.code, message: problem.message, id: requestId };
  return problem.code === 'no_auth' ? { status: 'no auth', error } : { error };
}
