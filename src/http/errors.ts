import { type ErrorCode, Problem } from '../contract/errors.ts';
import {
  isCorrupt,
  isDatabaseMoved,
  isDiskFull,
  isForeignKeyViolation,
  isReadOnly,
  isUnavailable,
} from '../db/database-errors.ts';
import { MediaError } from '../media/errors.ts';
import * as messages from '../messages/owner.ts';
import { serverError } from '../messages/reader.ts';

const statuses: Record<ErrorCode, number> = {
  malformed: 400,
  no_auth: 401,
  forbidden: 403,
  csrf: 403,
  confirm: 403,
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

const mediaCodes: Record<string, ErrorCode> = {
  wrong_type: 'wrong_type',
  too_large: 'too_large',
  too_many_pixels: 'too_large',
  too_many_files: 'too_large',
  corrupt: 'invalid',
  missing_part: 'malformed',
  malformed: 'malformed',
  busy: 'unavailable',
  storage_down: 'unavailable',
  range_outside: 'range_outside',
};

export const statusOf = (problem: Problem): number => statuses[problem.code];

type Failure = { matches(error: unknown): boolean; code: ErrorCode; message: string; retryAfter?: number };

const failures: Failure[] = [
  { matches: isForeignKeyViolation, code: 'not_found', message: messages.parentDeleted },
  { matches: isDiskFull, code: 'no_room', message: messages.diskFull, retryAfter: 60 },
  { matches: isDatabaseMoved, code: 'unavailable', message: messages.databaseMoved, retryAfter: 60 },
  { matches: isReadOnly, code: 'unavailable', message: messages.diskReadOnly, retryAfter: 60 },
  { matches: isCorrupt, code: 'internal', message: messages.dataCorrupt },
  { matches: isUnavailable, code: 'unavailable', message: messages.databaseDown, retryAfter: 5 },
];

/** The only place where errors become responses. The details of an unexpected error appear only in the log. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MediaError) {
    const code = mediaCodes[error.code] ?? 'internal';
    return new Problem(code, error.message, {
      cause: error,
      ...(code === 'unavailable' ? { retryAfter: 5 } : {}),
    });
  }
  const failure = failures.find(({ matches }) => matches(error));
  if (!failure) return new Problem('internal', serverError, { cause: error });
  const { code, message, retryAfter } = failure;
  return new Problem(code, message, { cause: error, ...(retryAfter ? { retryAfter } : {}) });
}

export function errorBody(problem: Problem, requestId: string) {
  const error = { code: problem.code, message: problem.message, id: requestId };
  return problem.code === 'no_auth' ? { status: 'no auth', error } : { error };
}
