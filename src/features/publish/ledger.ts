/** What a publication knows of a path. `hash` is that of the written file; null: nothing is written. */
export type Entry = {
  path: string;
  file: string | null;
  hash: string | null;
  /** Cache tags as the server sends them, separated by spaces. */
  tags: string;
};

/** What became of a path; `status` is that of the site. */
export type Outcome = Omit<Entry, 'path'> & { status: number; location: string | null };

/** What a publication has written and what it still has to write: in memory for a single copy, or in the database. */
export type Ledger = {
  /** Paths that are not known yet become due, as urgently as the one that `next` returned last. Returns them. */
  find(paths: readonly string[]): Promise<Entry[]>;
  /** These known files depend on this tag, too. */
  depend(paths: readonly string[], tag: string): Promise<void>;
  next(): Promise<Entry | null>;
  done(entry: Entry, outcome: Outcome): Promise<void>;
  /** The site has nothing at this path. */
  gone(entry: Entry): Promise<void>;
  /** The site could not answer; the others come first. */
  failed(entry: Entry): Promise<void>;
  /** Whether another path has written this file. */
  isTaken(file: string, path: string): Promise<boolean>;
  /** By path. `location` is null for what is gone. */
  redirects(): Promise<{ path: string; location: string | null }[]>;
};

export function memoryLedger(progress: (done: number) => void = () => {}): Ledger {
  const entries = new Map<string, Entry & Partial<Outcome>>();
  /** File systems that ignore case would have one file for two that differ in it. */
  const files = new Map<string, string>();
  const waiting: Entry[] = [];
  const done = new Set<string>();
  const finish = (path: string) => {
    done.add(path);
    progress(done.size);
  };
  return {
    async find(paths) {
      const found = [...new Set(paths)]
        .filter((path) => !entries.has(path))
        .map((path) => ({ path, file: null, hash: null, tags: '' }));
      for (const entry of found) entries.set(entry.path, entry);
      waiting.push(...found);
      return found;
    },
    depend: async () => {},
    async next() {
      let entry = waiting.shift();
      while (entry && done.has(entry.path)) entry = waiting.shift();
      return entry ?? null;
    },
    async done({ path }, outcome) {
      entries.set(path, { path, ...outcome });
      if (outcome.file !== null) files.set(outcome.file.toLowerCase(), path);
      finish(path);
    },
    gone: async ({ path }) => finish(path),
    failed: async ({ path }) => {
      throw new Error(`The site could not answer ${path}.`);
    },
    isTaken: async (file, path) => (files.get(file.toLowerCase()) ?? path) !== path,
    redirects: async () =>
      [...entries.values()]
        .filter(({ status = 200 }) => status !== 200)
        .map(({ path, location = null }) => ({ path, location }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
