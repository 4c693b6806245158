/*
 * Activities and actors are read as plain JSON, as most servers of the fediverse do, and not as JSON-LD: a document of another
 * server then cannot make this one load contexts, or expand them at its cost.
 */

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property may have one value or several. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** The id of an object that is embedded or only named. */
export function idOf(value: unknown): string | undefined {
  const [first] = listOf(value);
  if (typeof first === 'string') return first;
  return isJson(first) && typeof first.id === 'string' ? first.id : undefined;
}

export const idsOf = (value: unknown): string[] => listOf(value).flatMap((one) => idOf(one) ?? []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first type; some objects have more. */
export const typeOf = (value: unknown): string => (isJson(value) ? textOf(listOf(value.type)[0]) : '');

/** An index entry of PostgreSQL holds some 2,700 bytes. */
const maxIdLength = 2000;

/** An absolute http(s) URL without credentials that fits the database, or undefined. */
export function webUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || Buffer.byteLength(value) > maxIdLength || !URL.canParse(value))
    return undefined;
  const url = new URL(value);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // As it is stored and compared; other spellings of the same URL are refused rather than taken for other objects.
  const isUsual = isWeb && url.username === '' && url.password === '' && !/\s/.test(value);
  return isUsual ? url : undefined;
}

export const haveSameHost = (one: unknown, other: unknown): boolean => {
  const first = webUrl(one);
  const second = webUrl(other);
  return first !== undefined && first.origin === second?.origin;
};
