import type { CommentItem, SourceItem } from './items.ts';

/** Replies that wait for their parent; when there are more, they are passed on without it. */
const maxWaiting = 20_000;

/** Items in the order of the source, except that comments follow those that they reply to. */
export async function* parentsFirst(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem> {
  const order = new ParentsFirst();
  for await (const item of items) {
    if (item.kind === 'comment') yield* order.add(item);
    else yield item;
    if (item.kind === 'left-out' && item.sourceKind === 'comment')
      yield* order.leaveOut(item.key, item.parent);
  }
  yield* order.end();
}

/**
 * Puts comments in an order in which each follows the one that it replies to. A reply to a comment that is left out replies to
 * the one above.
 */
export class ParentsFirst {
  readonly #passed = new Set<string>();
  /** What comments that are left out replied to. */
  readonly #leftOut = new Map<string, string | undefined>();
  #waiting = new Map<string, CommentItem[]>();
  #waitingCount = 0;

  /** The comments that can be passed on now. */
  add(item: CommentItem): CommentItem[] {
    const parent = this.#above(item.parent);
    if (parent === undefined || this.#passed.has(parent)) return this.#pass(item);
    this.#waiting.getOrInsertComputed(parent, () => []).push(item);
    return ++this.#waitingCount > maxWaiting ? this.end() : [];
  }

  leaveOut(key: string, parent: string | undefined): CommentItem[] {
    this.#leftOut.set(key, parent);
    const replies = this.#take(key);
    return replies.flatMap((reply) => this.add(reply));
  }

  /** Those that wait in vain. An earlier import of the source may have what they reply to. */
  end(): CommentItem[] {
    const left = [...this.#waiting.values()].flat();
    const known = new Set(left.map(({ key }) => key));
    // First those whose parent does not wait either, which frees their replies; then circles, each cut at its first member.
    const roots = left.filter(({ parent }) => !known.has(this.#above(parent) ?? ''));
    const passed = [...roots, ...left].flatMap((item) =>
      this.#passed.has(item.key) ? [] : this.#pass(item),
    );
    this.#waiting = new Map();
    this.#waitingCount = 0;
    return passed;
  }

  #pass(item: CommentItem): CommentItem[] {
    const parent = this.#above(item.parent);
    const { parent: _, ...rest } = item;
    this.#passed.add(item.key);
    const passed: CommentItem[] = [parent === undefined ? rest : { ...rest, parent }];
    // A loop instead of recursion: a chain of replies may be long.
    for (const ready = this.#take(item.key); ready.length > 0; ) {
      const reply = ready.shift() as CommentItem;
      if (this.#passed.has(reply.key)) continue;
      this.#passed.add(reply.key);
      passed.push({ ...reply, parent: this.#above(reply.parent) ?? item.key });
      ready.push(...this.#take(reply.key));
    }
    return passed;
  }

  #take(key: string): CommentItem[] {
    const replies = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    this.#waitingCount -= replies.length;
    return replies;
  }

  /** The nearest comment above that is not left out. */
  #above(parent: string | undefined): string | undefined {
    const seen = new Set<string>();
    let next = parent;
    while (next !== undefined && this.#leftOut.has(next) && !seen.has(next)) {
      seen.add(next);
      next = this.#leftOut.get(next);
    }
    return next !== undefined && seen.has(next) ? undefined : next;
  }
}
