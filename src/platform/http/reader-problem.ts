import * as english from '../web/messages/en.ts';
import type { Messages } from '../web/messages/types.ts';
import { type ErrorCode, Problem } from './problem.ts';

export type ReaderText = (messages: Messages) => string;

/** A problem that a reader sees, in the language of the site. In the log it is in English. */
export class ReaderProblem extends Problem {
  readonly textIn: ReaderText;

  constructor(code: ErrorCode, textIn: ReaderText, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(code, textIn(english), options);
    this.textIn = textIn;
  }

  /** The same problem with its message in a language. */
  in(messages: Messages): Problem {
    return new Problem(this.code, this.textIn(messages), {
      cause: this.cause,
      ...(this.retryAfter !== undefined && { retryAfter: this.retryAfter }),
    });
  }
}
