export type DrainLimits = {
  /** Over so many looks in a row … */
  looks: number;
  /** … so many bytes of an answer must be taken. */
  bytes: number;
  /** More patience for each so many bytes that were taken at once: they wait in buffers, and are read one by one. */
  drain: number;
  /** But never more looks than this. */
  longest: number;
};

/**
 * How an answer is taken, seen from here. The system and a proxy take megabytes at once and then nothing until the reader
 * has most of them, so the time in which nothing is taken says something only together with what was taken before.
 */
export class Drain {
  /** What had been taken when nothing was left to take. */
  #before = 0;
  #mark: number | null = null;
  #looks = 0;
  #burst = 0;

  /** Called at every look. Looks are counted, not seconds: a server that was busy itself must not blame others for it. */
  isStuck(waiting: boolean, taken: number, { looks, bytes, drain, longest }: DrainLimits): boolean {
    if (!waiting) {
      this.#before = taken;
      this.#mark = null;
      return false;
    }
    const moved = taken - (this.#mark ?? this.#before);
    if (this.#mark === null || moved >= bytes) {
      // Halved, so that a reader who takes a lot once and then next to nothing does not stay for long.
      this.#burst = this.#mark === null ? moved : Math.max(moved, this.#burst / 2);
      this.#mark = taken;
      this.#looks = 0;
      return false;
    }
    this.#looks++;
    return this.#looks >= Math.max(looks, Math.min(longest, this.#burst / drain));
  }
}
