export type Answer = { status: number; bytes: number };

const headEnd = Buffer.from('\r\n\r\n');
const chunksEnd = Buffer.from('\r\n0\r\n\r\n');

/** Splits the bytes of a connection into responses, with as little work as possible so that the server is the bottleneck. */
export class ResponseReader {
  readonly #onAnswer: (answer: Answer) => void;
  #rest: Buffer | null = null;
  /** Bytes of the body that are still to come. */
  #missing = 0;
  #current: Answer = { status: 0, bytes: 0 };

  constructor(onAnswer: (answer: Answer) => void) {
    this.#onAnswer = onAnswer;
  }

  read(chunk: Buffer): void {
    let bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    while (bytes.length > 0) {
      if (this.#missing > 0) {
        const taken = Math.min(this.#missing, bytes.length);
        this.#missing -= taken;
        bytes = bytes.subarray(taken);
        if (this.#missing > 0) return;
        this.#onAnswer(this.#current);
        continue;
      }
      const end = bytes.indexOf(headEnd);
      const length = end < 0 ? null : this.#begin(bytes, end);
      if (length === null) {
        this.#rest = bytes;
        return;
      }
      bytes = bytes.subarray(length);
      if (this.#missing === 0) this.#onAnswer(this.#current);
    }
  }

  /** Parses a head; returns its length including a chunked body, or null while bytes are missing. */
  #begin(bytes: Buffer, end: number): number | null {
    const head = bytes.toString('latin1', 0, end);
    const status = Number(head.slice(9, 12));
    const headLength = end + headEnd.length;
    if (/transfer-encoding: chunked/i.test(head)) {
      const last = bytes.indexOf(chunksEnd, end);
      const empty = bytes.indexOf('0\r\n\r\n', headLength) === headLength;
      if (last < 0 && !empty) return null;
      const whole = empty ? headLength + 5 : last + chunksEnd.length;
      this.#current = { status, bytes: whole };
      return whole;
    }
    const bodyLength =
      status === 304 || status === 204 ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#missing = bodyLength;
    this.#current = { status, bytes: headLength + bodyLength };
    return headLength;
  }
}
