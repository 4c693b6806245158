import type { Blog } from '../blog.ts';
import { itemFailed } from '../messages/operator.ts';

/** Collects the failures of a job with many items, so that one that always fails holds back none of those after it. */
export class Failures {
  readonly #blog: Blog;
  readonly #signal: AbortSignal | undefined;
  #first: { error: unknown } | undefined;

  constructor(blog: Blog, signal?: AbortSignal) {
    this.#blog = blog;
    this.#signal = signal;
  }

  /** Does the work for one item; false when it failed, which is logged with `what`. */
  async catch(what: Record<string, unknown>, work: () => Promise<unknown> | undefined): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#signal?.throwIfAborted();
      this.#blog.report(itemFailed, {
        ...what,
        error: error instanceof Error ? error.message : String(error),
      });
      this.#first ??= { error };
      return false;
    }
  }

  /** After the last item: the job fails, so that it is tried again. */
  throwFirst(): void {
    if (this.#first) throw this.#first.error;
  }
}
