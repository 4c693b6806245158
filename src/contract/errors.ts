/** Every code an error answer can carry. The status of each lives in http/errors.ts. */
export type ErrorCode =
  | 'malformed'
  | 'no_auth'
  | 'forbidden'
  | 'csrf'
  | 'confirm'
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

/** A refusal with words for the person who asked. The same class travels from the blog to the answer and, in the browser, back out of it. */
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

export const serverErrorText = 'Server error - is the REST server running?';
