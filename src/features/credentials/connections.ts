import { ConfigProblem, type ConnectionConfig } from '../../config.ts';
import { recordActivity } from '../../core/site/activity.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Connection, ConnectionField, ConnectionValues } from '../../platform/connections/connection.ts';
import {
  configWith,
  connectionsPart,
  deleteStored,
  isGiven,
  readStored,
  type StoredConnection,
  writeStored,
} from '../../platform/connections/stored-connections.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { translated } from '../../platform/messages/translate.ts';
import type { ConnectionState, ConnectionTest } from './api.ts';
import * as messages from './messages.ts';

type Declared = Connection<Blog>;

const declared = ({ features }: Blog): Declared[] => features.flatMap(({ connections = [] }) => connections);

function keeperOf(blog: Blog) {
  const keeper = connectionsPart.of(blog);
  if (!keeper) throw new Problem('unavailable', messages.noKeeper);
  return keeper;
}

function named(blog: Blog, name: string): Declared {
  const found = declared(blog).find((connection) => connection.name === name);
  if (!found) throw new Problem('not_found', messages.noSuchConnection);
  return found;
}

export async function listConnections(blog: Blog): Promise<ConnectionState[]> {
  const { config } = keeperOf(blog);
  const stored = new Map((await readStored(config, blog.db)).map((one) => [one.name, one]));
  return declared(blog).map((connection) => stateOf(blog, connection, stored.get(connection.name)));
}

function stateOf(blog: Blog, connection: Declared, stored: StoredConnection | undefined): ConnectionState {
  const { config, started } = keeperOf(blog);
  const { name, place, title, text, fields, variables, needsRestart = false } = connection;
  const given = isGiven(config, variables);
  const values = given ? {} : (stored?.sealed?.values ?? {});
  return {
    name,
    place,
    // Written before anyone asked, so in English.
    title: translated(title),
    text: translated(text),
    source: given ? 'environment' : !stored ? 'none' : stored.sealed ? 'stored' : 'unreadable',
    variables: given ? variables.filter((variable) => config.given[variable] !== undefined) : [...variables],
    needs_restart: needsRestart,
    restart_pending: needsRestart && !given && started.get(name) !== stored?.changed,
    changed: stored?.changed ?? null,
    fields: fields.map((field) => presentField(field, values[field.name] ?? '')),
  };
}

/** The only place that sends a value to the browser. */
const presentField = (
  { name, label, hint = '', kind = 'text', choices = [], isRequired, isTarget }: ConnectionField,
  value: string,
): ConnectionState['fields'][number] => ({
  name,
  label: translated(label),
  hint: translated(hint),
  kind,
  choices: choices.map(([value, text]) => ({ value, label: translated(text) })),
  is_required: isRequired ?? false,
  is_target: isTarget ?? false,
  is_set: value !== '',
  value: kind === 'secret' ? '' : value || (choices[0]?.[0] ?? ''),
});

/** What is stored with the change applied, if it is valid. */
function changedValues(
  { fields }: Declared,
  stored: ConnectionValues,
  change: Readonly<Record<string, string>>,
): ConnectionValues {
  const values: Record<string, string> = {};
  for (const field of fields) {
    const { name, kind, choices } = field;
    const label = translated(field.label);
    const typed = change[name];
    const value =
      (typed === undefined ? stored[name] : kind === 'secret' ? typed : typed.trim()) ||
      (choices?.[0]?.[0] ?? '');
    if (value === '' && field.isRequired) throw new Problem('invalid', messages.fieldMissing(label));
    if (value === '') continue;
    const problem =
      kind === 'choice' && !choices?.some(([known]) => known === value)
        ? messages.notAChoice
        : field.check?.(value);
    if (problem) throw new Problem('invalid', `${label}: ${problem}`);
    values[name] = value;
  }
  const isMoved = fields.some(({ name, isTarget }) => isTarget && values[name] !== stored[name]);
  const kept = fields.find(
    ({ name, kind }) => kind === 'secret' && change[name] === undefined && values[name] !== undefined,
  );
  if (isMoved && kept) throw new Problem('invalid', messages.enterAgain(translated(kept.label)));
  return values;
}

function checked(blog: Blog, connection: Declared, values: ConnectionValues): ConnectionConfig {
  try {
    return configWith(keeperOf(blog).config, connection.toVariables(values));
  } catch (error) {
    if (error instanceof ConfigProblem) throw new Problem('invalid', error.message);
    throw error;
  }
}

function requireChangeable(blog: Blog, { variables }: Declared): void {
  const { config } = keeperOf(blog);
  if (isGiven(config, variables)) throw new Problem('conflict', messages.setByEnvironment(variables));
}

async function valuesIn(blog: Blog, db: Db, name: string): Promise<ConnectionValues> {
  const stored = await readStored(keeperOf(blog).config, db);
  return stored.find((one) => one.name === name)?.sealed?.values ?? {};
}

export async function saveConnection(
  blog: Blog,
  name: string,
  change: Readonly<Record<string, string>>,
): Promise<ConnectionState[]> {
  const connection = named(blog, name);
  requireChangeable(blog, connection);
  await inTransaction(blog.db, async (tx) => {
    const values = changedValues(connection, await valuesIn(blog, tx, name), change);
    checked(blog, connection, values);
    await writeStored(keeperOf(blog).config, tx, connection, values, nowIso(blog));
    await recordActivity(blog, tx, 'security', messages.connectionChanged(connection.title));
  });
  return follow(blog, connection);
}

export async function removeConnection(blog: Blog, name: string): Promise<ConnectionState[]> {
  const connection = named(blog, name);
  requireChangeable(blog, connection);
  await inTransaction(blog.db, async (tx) => {
    await deleteStored(tx, name);
    await recordActivity(blog, tx, 'security', messages.connectionRemoved(connection.title));
  });
  return follow(blog, connection);
}

/** This process uses it at once, the others within a minute. */
async function follow(blog: Blog, connection: Declared): Promise<ConnectionState[]> {
  const { refresh } = keeperOf(blog);
  await refresh();
  await refresh(blog);
  await connection.changed?.(blog);
  return listConnections(blog);
}

/** Uses what was typed, with the stored secrets that were not, or what the environment sets. */
export async function testConnection(
  blog: Blog,
  name: string,
  change: Readonly<Record<string, string>>,
): Promise<ConnectionTest> {
  const connection = named(blog, name);
  const { config } = keeperOf(blog);
  const tried = isGiven(config, connection.variables)
    ? config
    : checked(blog, connection, changedValues(connection, await valuesIn(blog, blog.db, name), change));
  try {
    return { is_ok: true, message: await connection.test(blog, tried) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    return { is_ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
