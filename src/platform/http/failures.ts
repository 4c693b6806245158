import {
  isCorrupt,
  isDatabaseMoved,
  isDiskFull,
  isForeignKeyViolation,
  isReadOnly,
  isUnavailable,
} from '../db/database-errors.ts';
import { MediaError } from '../files/errors.ts';
import * as messages from '../messages/owner.ts';
import { type ErrorCode, Problem } from './problem.ts';

export { isUnavailable };

const mediaCodes: Record<string, ErrorCode> = {
  wrong_type: 'wrong_type',
  too_large: 'too_large',
  too_many_pixels: 'too_large',
  too_many_files: 'too_large',
  corrupt: 'invalid',
  not_fetched: 'invalid',
  missing_part: 'malformed',
  malformed: 'malformed',
  busy: 'unavailable',
  storage_down: 'unavailable',
  range_outside: 'range_outside',
};

type Failure = { matches(error: unknown): boolean; code: ErrorCode; message: string; retryAfter?: number };

const failures: Failure[] = [
  { matches: isForeignKeyViolation, code: 'not_found', message: messages.parentDeleted },
  { matches: isDiskFull, code: 'no_room', message: messages.diskFull, retryAfter: 60 },
  { matches: isDatabaseMoved, code: 'unavailable', message: messages.databaseMoved, retryAfter: 60 },
  { matches: isReadOnly, code: 'unavailable', message: messages.diskReadOnly, retryAfter: 60 },
  { matches: isCorrupt, code: 'internal', message: messages.dataCorrupt },
  { matches: isUnavailable, code: 'unavailable', message: messages.databaseDown, retryAfter: 5 },
];

/** The problem behind an error of the database, the disk or an uploaded file; null for an unexpected error. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof MediaError) {
    const code = mediaCodes[error.code] ?? 'internal';
    return new Problem(code, error.message, {
      cause: error,
      ...(code === 'unavailable' ? { retryAfter: 5 } : {}),
    });
  }
  const failure = failures.find(({ matches }) => matches(error));
  if (!failure) return null;
  const { code, message, retryAfter } = failure;
  return new Problem(code, message, { cause: error, ...(retryAfter ? { retryAfter } : {}) });
}
