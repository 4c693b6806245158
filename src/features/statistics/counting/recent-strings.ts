/** How many letters of the end of a string tell it apart: addresses and versions differ there. */
const endLength = 8;

/**
 * Remembers values by strings that arrive with requests. `Map` looks a new string up in the table of all strings of the process
 * first, which takes longer than everything else about counting; here it is compared with one other string. A place has the
 * string that came last, so that this stands before a `Map` and does not replace it.
 */
export class RecentStrings<Value> {
  readonly #keys: (string | null)[];
  readonly #values: (Value | null)[];

  /** `places` is a power of two. */
  constructor(places: number) {
    this.#keys = new Array(places).fill(null);
    this.#values = new Array(places).fill(null);
  }

  /** The value that was put for this string, or null when it is unknown or was replaced. */
  get(key: string): Value | null {
    const place = hashOf(key) & (this.#keys.length - 1);
    return this.#keys[place] === key ? (this.#values[place] as Value) : null;
  }

  put(key: string, value: Value): void {
    const place = hashOf(key) & (this.#keys.length - 1);
    this.#keys[place] = key;
    this.#values[place] = value;
  }

  clear(): void {
    this.#keys.fill(null);
    this.#values.fill(null);
  }
}

/** Of some letters of the whole string, and of all at its end. */
function hashOf(key: string): number {
  const { length } = key;
  let hash = length;
  const step = (length >> 3) + 1;
  for (let at = 0; at < length; at += step) hash = Math.imul(hash, 31) + key.charCodeAt(at);
  for (let at = Math.max(0, length - endLength); at < length; at++)
    hash = Math.imul(hash, 31) + key.charCodeAt(at);
  return hash ^ (hash >>> 10);
}
