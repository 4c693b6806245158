import { Readable } from 'node:stream';

/**
 * A message on its way to the SMTP server. After its last byte, and before the dot that makes the server responsible for it,
 * `beforeDot` is waited for; if it fails, the dot is never sent. `afterDot` runs as soon as the dot was written.
 *
 * nodemailer pipes it into a stream that adds the dot when its input ends, and that ends itself when the dot was read from it.
 */
export class HandOver extends Readable {
  readonly #message: Buffer;
  readonly #beforeDot: () => Promise<void>;
  readonly #afterDot: () => void;
  #isWritten = false;
  /** The server asked for the message. */
  hasBegun = false;
  /** The server has the whole message, unless the connection failed at this moment. */
  hasEnded = false;

  constructor(message: Buffer, beforeDot: () => Promise<void>, afterDot: () => void) {
    super();
    this.#message = message;
    this.#beforeDot = beforeDot;
    this.#afterDot = afterDot;
  }

  override _read(): void {
    this.hasBegun = true;
    if (!this.#isWritten) {
      this.#isWritten = true;
      this.push(this.#message);
      return;
    }
    this.#beforeDot().then(
      () => {
        if (!this.destroyed) this.push(null);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target, options?: { end?: boolean }): Target {
    target.once('end', () => {
      this.hasEnded = true;
      this.#afterDot();
    });
    return super.pipe(target, options);
  }
}
