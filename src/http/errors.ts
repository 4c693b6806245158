import { type ErrorCode, Problem, serverErrorText } from '../contract/errors.ts';
import {
  isCorrupt,
  isDatabaseMoved,
  isDiskFull,
  isForeignKeyViolation,
  isReadOnly,
  isUnavailable,
} from '../db/dialect.ts';
import { MediaError } from '../media/errors.ts';

/** The one translator from what went wrong to what is answered. */
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

/** What the person is told. Anything that was not foreseen becomes a plain 500, whose details only the log knows. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MediaError) {
    const code = mediaCodes[error.code] ?? 'internal';
    return new Problem(code, error.message, {
      cause: error,
      ...(code === 'unavailable' ? { retryAfter: 5 } : {}),
    });
  }
  if (isForeignKeyViolation(error))
    return new Problem('not_found', 'What this belongs to was deleted a moment ago.', { cause: error });
  if (isDiskFull(error))
    return new Problem(
      'no_room',
      'The disk of this site is full, so nothing was saved. What is there can be read; try again once there is room.',
      { cause: error, retryAfter: 60 },
    );
  if (isDatabaseMoved(error))
    return new Problem(
      'unavailable',
      'The database of this site was moved while it runs, so nothing was saved. The log of the server says what to do.',
      { cause: error, retryAfter: 60 },
    );
  if (isReadOnly(error))
    return new Problem(
      'unavailable',
      'The disk of this site cannot be written at the moment, so nothing was saved. What is there can be read.',
      { cause: error, retryAfter: 60 },
    );
  if (isCorrupt(error))
    return new Problem(
      'internal',
      'The data of this site is damaged. Whoever runs it should stop it and restore the last backup.',
      { cause: error },
    );
  if (isUnavailable(error))
    return new Problem(
      'unavailable',
      'The site cannot reach its data right now. Please try again in a moment.',
      {
        cause: error,
        retryAfter: 5,
      },
    );
  return new Problem('internal', serverErrorText, { cause: error });
}

export function errorBody(problem: Problem, requestId: string) {
  const error = { code: problem.code, message: problem.message, id: requestId };
  return problem.code === 'no_auth' ? { status: 'no auth', error } : { error };
}
