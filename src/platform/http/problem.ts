/** The codes of error responses. http/errors.ts maps each to a status. */
export type ErrorCode =
  | 'malformed'
  | 'no_auth'
  | 'forbidden'
  | 'csrf'
  | 'confirm'
  | 'other_user'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'wrong_type'
  | 'range_outside'
  | 'invalid'
  | 'misdirected'
  | 'too_many'
  | 'internal'
  | 'unavailable'
  | 'no_room';

/** An expected error with a message for the user: thrown by the blog, sent as JSON, and thrown again in the browser. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
