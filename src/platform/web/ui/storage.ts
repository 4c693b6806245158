type Kind = 'local' | 'session';

const storage = (kind: Kind): Storage => window[`${kind}Storage`];

/** Storage may be blocked or full; then nothing is stored. */
export function readStorage(kind: Kind, key: string): string | null {
  try {
    return storage(kind).getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) storage(kind).removeItem(key);
    else storage(kind).setItem(key, value);
  } catch {}
}
