import { type Config, type ConnectionConfig, readConnections } from '../../config.ts';
import { type Blog, partOf } from '../blog.ts';
import type { Db } from '../db/open.ts';
import type { Connection, ConnectionValues } from './connection.ts';
import { seal, unseal } from './secret-box.ts';

/** What is sealed: what was typed, and what that is as environment variables, so that commands need no module to read it. */
type Sealed = { values: ConnectionValues; variables: Record<string, string> };

/** Null: sealed with another key. */
export type StoredConnection = { name: string; changed: string; sealed: Sealed | null };

type ConnectionKeeper = {
  config: Config;
  /** The connections that only a restart applies, as they were when the process started. */
  started: ReadonlyMap<string, string>;
  /** Makes this blog use what is stored, if that has changed since it last did. */
  refresh(blog?: Blog): Promise<void>;
};
export const connectionsPart = partOf<ConnectionKeeper | undefined>('connections');
/** What a blog was last refreshed to; copies of it have it, too. */
const versionPart = partOf<string | undefined>('connections-version');

export async function readStored(config: Config, db: Db): Promise<StoredConnection[]> {
  return unsealAll(config, await db.selectFrom('connections').selectAll().orderBy('name').execute());
}

type Row = { name: string; changed: string; sealed: string };

export const unsealAll = (config: Config, rows: readonly Row[]): StoredConnection[] =>
  rows.map(({ name, changed, sealed }) => {
    const text = unseal(config, name, sealed);
    return { name, changed, sealed: text === null ? null : (JSON.parse(text) as Sealed) };
  });

export async function writeStored(
  config: Config,
  tx: Db,
  connection: Pick<Connection<Blog>, 'name' | 'toVariables'>,
  values: ConnectionValues,
  changed: string,
): Promise<void> {
  const { name } = connection;
  const text = JSON.stringify({ values, variables: connection.toVariables(values) } satisfies Sealed);
  const row = { sealed: seal(config, name, text), changed };
  await tx
    .insertInto('connections')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export const deleteStored = (tx: Db, name: string) =>
  tx.deleteFrom('connections').where('name', '=', name).execute();

/** Whether the environment has one of these variables; then what is stored is not used. */
export const isGiven = ({ given }: Config, variables: readonly string[]): boolean =>
  variables.some((name) => given[name] !== undefined);

/** The configuration of the environment with these variables added. Throws a `ConfigProblem` that names a variable. */
export const configWith = (
  { given }: Config,
  variables: Readonly<Record<string, string>>,
): ConnectionConfig => readConnections({ ...variables, ...given });

/** What the environment and the stored connections come to. A stored one that is not valid any more is left out. */
export function connectionConfig(config: Config, stored: readonly StoredConnection[]): ConnectionConfig {
  const variables: Record<string, string> = {};
  for (const { sealed } of stored) {
    if (!sealed || isGiven(config, Object.keys(sealed.variables))) continue;
    try {
      configWith(config, sealed.variables);
      Object.assign(variables, sealed.variables);
    } catch {
      // The screen shows what is wrong when it is saved again; the site must start without it.
    }
  }
  return configWith(config, variables);
}

/** Completes the configuration of a command; a database of before this table has nothing to add. */
export async function withStored(config: Config, db: Db): Promise<Config> {
  const stored = await readStored(config, db).catch(() => []);
  return { ...config, ...connectionConfig(config, stored) };
}

/** Keeps a process up to date; `apply` makes what the blog has of its configuration. */
export async function keepConnections(
  config: Config,
  db: Db,
  stored: readonly StoredConnection[],
  apply: (config: Config) => Pick<Blog, 'mail' | 'parts'>,
): Promise<ConnectionKeeper & { keep(blog: Blog): void }> {
  const first = await versionOf(db);
  let own: Blog | undefined;
  return {
    config,
    started: new Map(stored.map(({ name, changed }) => [name, changed])),
    keep: (blog) => {
      own = blog;
    },
    refresh: async (blog = own) => {
      if (!blog) return;
      const version = await versionOf(db);
      if (version === (versionPart.of(blog) ?? first)) return;
      const { mail, networks } = connectionConfig(config, await readStored(config, db));
      Object.assign(config, { mail, networks });
      const { parts, ...rest } = apply(config);
      Object.assign(blog, { ...rest, parts: { ...blog.parts, ...parts, ...versionPart.with(version) } });
      // What the site can do shows on every page, such as the form for subscribers.
      blog.changed({ touches: [], everyPage: true });
    },
  };
}

/** Sealing the same values again makes another text, so that every change is seen, whatever the clock says. */
async function versionOf(db: Db): Promise<string> {
  const rows = await db.selectFrom('connections').select('sealed').orderBy('name').execute();
  return rows.map(({ sealed }) => sealed.slice(0, 24)).join();
}
