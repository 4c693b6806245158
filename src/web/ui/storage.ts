const storages = { local: () => localStorage, session: () => sessionStorage };
type Kind = keyof typeof storages;

/** Storage may be blocked or full; then nothing is stored. */
export function readStorage(kind: Kind, key: string): string | null {
  try {
    return storages[kind]().getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) storages[kind]().removeItem(key);
    else storages[kind]().setItem(key, value);
  } catch {}
}
