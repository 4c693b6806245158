/** Records what an answer depends on; without keys, that it depends on nothing that changes. */
export type Record = (...keys: string[]) => void;

/**
 * What a response was made of: `post:12`, `all:`, `tag:x`, `site` … Only a response whose every part recorded its
 * dependencies may be cached, so that a part that forgets to is slow and never out of date.
 */
export class Dependencies {
  readonly keys = new Set<string>();
  #isComplete = true;
  /** Whether the response is about something that does not exist: its status is 404. */
  isMissing = false;
  /** After how long the response is made again although nothing changed. */
  renewMs: number | undefined;

  get mayBeCached(): boolean {
    return this.#isComplete && this.keys.size > 0;
  }

  recorded<Values extends unknown[], Result>(
    call: (record: Record, ...values: Values) => Promise<Result>,
  ): (...values: Values) => Promise<Result> {
    return async (...values) => {
      let hasRecorded = false;
      const record: Record = (...keys) => {
        hasRecorded = true;
        for (const key of keys) this.keys.add(key);
      };
      try {
        return await call(record, ...values);
      } finally {
        if (!hasRecorded) this.#isComplete = false;
      }
    };
  }
}
