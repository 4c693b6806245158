import * as store from '../../store/fediverse.ts';
import { type Blog, nowIso } from '../blog.ts';

type Key = readonly string[];
type Options = { ttl?: { total(unit: 'millisecond'): number } };

/** No part of a key contains it. */
const separator = '\u0001';
const nameOf = (key: Key): string => key.join(separator);

/** The key-value store of Fedify, in a table. Values are JSON; those that expired count as absent. */
export function fediverseValues(blog: Blog) {
  const expiry = (options?: Options): string | null =>
    options?.ttl ? new Date(blog.now().getTime() + options.ttl.total('millisecond')).toISOString() : null;
  return {
    async get<Value = unknown>(key: Key): Promise<Value | undefined> {
      const value = await store.readValue(blog.db, nameOf(key), nowIso(blog));
      return value === undefined ? undefined : (JSON.parse(value) as Value);
    },
    set: (key: Key, value: unknown, options?: Options): Promise<void> =>
      value === undefined
        ? store.deleteValue(blog.db, nameOf(key))
        : store.writeValue(blog.db, nameOf(key), JSON.stringify(value), expiry(options)),
    delete: (key: Key): Promise<void> => store.deleteValue(blog.db, nameOf(key)),
    async *list(prefix?: readonly [string, ...string[]]) {
      const start = prefix ? nameOf(prefix) : '';
      for (const { name, value } of await store.valuesNamed(blog.db, start, nowIso(blog)))
        if (!prefix || name === start || name.startsWith(start + separator))
          yield { key: name.split(separator) as [string, ...string[]], value: JSON.parse(value) as unknown };
    },
  };
}
