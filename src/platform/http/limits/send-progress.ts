export type ProgressLimits = {
  /** Within this number of checks … */
  windowChecks: number;
  /** … at least this many bytes must be transferred. */
  minBytes: number;
  /** Bytes taken at once are in buffers that the client reads at this rate, so the sender waits for them. */
  bufferedBytesPerCheck: number;
  /** The longest wait for buffered bytes. */
  maxChecks: number;
};

/**
 * Whether a client keeps reading its response. The kernel and a proxy take megabytes at once and then nothing until the
 * client has read most of them, so a pause only means something in relation to the bytes taken before it.
 */
export class SendProgress {
  /** Bytes sent when the socket last had nothing to send. */
  #sentWhenIdle = 0;
  #sentAtMark: number | null = null;
  #checks = 0;
  #burst = 0;

  /** Called at every check. Checks are counted, not seconds, because a busy server must not blame its clients. */
  isStalled(hasUnsent: boolean, sent: number, limits: ProgressLimits): boolean {
    if (!hasUnsent) {
      this.#sentWhenIdle = sent;
      this.#sentAtMark = null;
      return false;
    }
    const moved = sent - (this.#sentAtMark ?? this.#sentWhenIdle);
    if (this.#sentAtMark === null || moved >= limits.minBytes) {
      // Halved, so that one large burst does not excuse a client that takes next to nothing afterwards.
      this.#burst = this.#sentAtMark === null ? moved : Math.max(moved, this.#burst / 2);
      this.#sentAtMark = sent;
      this.#checks = 0;
      return false;
    }
    this.#checks++;
    const bufferedChecks = Math.min(limits.maxChecks, this.#burst / limits.bufferedBytesPerCheck);
    return this.#checks >= Math.max(limits.windowChecks, bufferedChecks);
  }
}
