import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { readConfig } from '../../config.ts';
import { activityLog } from '../../core/site/activity.ts';
import type { Blog } from '../../platform/blog.ts';
import { keyFile } from '../../platform/connections/secret-box.ts';
import {
  connectionsPart,
  keepConnections,
  readStored,
  withStored,
} from '../../platform/connections/stored-connections.ts';
import { inTranslation, translationFor } from '../../platform/messages/server-translation.ts';
import { networksPart } from '../social/networks.ts';
import { listConnections, removeConnection, saveConnection, testConnection } from './connections.ts';

/** A blog as `openBlog` makes it, of the environment and what is stored. */
async function open(blog: Blog, env: Record<string, string> = {}): Promise<Blog> {
  const config = readConfig({ DATA_DIR: blog.dataFolder, ...env });
  const apply = (given: typeof config) => ({
    mail: given.mail,
    parts: Object.assign({}, ...blog.features.map(({ part }) => part?.(given, undefined as never))),
  });
  const keeper = await keepConnections(config, blog.db, await readStored(config, blog.db), apply);
  Object.assign(config, await withStored(config, blog.db));
  const { mail, parts } = apply(config);
  const opened = { ...blog, mail, parts: { ...blog.parts, ...connectionsPart.with(keeper), ...parts } };
  keeper.keep(opened);
  return opened;
}

async function newBlog() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'not-terrible-credentials-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  return { ...(await memoryBlog()), dataFolder };
}

const stateOf = async (blog: Blog, name: string) =>
  (await listConnections(blog)).find((connection) => connection.name === name);
const mastodon = { mastodon_url: 'https://social.example.org', mastodon_token: 'token-of-mine' };
const server = { smtp_host: 'smtp.example.org', smtp_user: 'me@example.org', smtp_password: 'p@ss/w' };
const networkNames = (blog: Blog) => networksPart.of(blog).map(({ name }) => name);

test('what is stored is used at once by every process, and secrets never come back', async () => {
  const memory = await newBlog();
  const blog = await open(memory);
  const other = await open(memory);
  expect(networkNames(blog)).toEqual([]);
  await saveConnection(blog, 'mastodon', mastodon);
  await saveConnection(blog, 'mail', server);
  expect(networkNames(blog)).toEqual(['Mastodon']);
  expect(blog.mail?.smtpUrl).toBe('smtps://me%40example.org:p%40ss%2Fw@smtp.example.org');

  expect(other.mail).toBeNull();
  await connectionsPart.of(other)?.refresh();
  expect(networkNames(other)).toEqual(['Mastodon']);
  expect(other.mail).toEqual(blog.mail);
  expect(networkNames(await open(memory))).toEqual(['Mastodon']);

  const answers = JSON.stringify(await listConnections(blog));
  const rows = JSON.stringify(await memory.db.selectFrom('connections').selectAll().execute());
  const { entries } = await activityLog(blog, {}, { limit: 10, offset: 0 });
  for (const text of [answers, rows, JSON.stringify(entries)])
    expect(text).not.toMatch(/token-of-mine|p@ss|p%40ss/);
  expect(rows).not.toContain('example.org');
  expect(entries.map(({ what }) => what)).toEqual([
    'Changed the credentials of "Mail server"',
    'Changed the credentials of "Mastodon"',
  ]);
  expect(await stateOf(blog, 'mastodon')).toMatchObject({
    source: 'stored',
    fields: [
      { name: 'mastodon_url', is_set: true, value: 'https://social.example.org' },
      { name: 'mastodon_token', is_set: true, value: '' },
    ],
  });

  await removeConnection(blog, 'mastodon');
  expect(networkNames(blog)).toEqual([]);
  expect(await stateOf(blog, 'mastodon')).toMatchObject({ source: 'none', changed: null });
});

test('a change keeps the secret, but never sends it to another server', async () => {
  const blog = await open(await newBlog());
  await saveConnection(blog, 'mail', server);
  await saveConnection(blog, 'mail', { smtp_user: 'you@example.org' });
  expect(blog.mail?.smtpUrl).toBe('smtps://you%40example.org:p%40ss%2Fw@smtp.example.org');
  const moves = [
    { smtp_host: 'smtp.example.net' },
    { smtp_security: 'none' },
    { imap_host: 'imap.example.net' },
  ];
  for (const change of moves)
    for (const attempt of [saveConnection, testConnection])
      await expect(attempt(blog, 'mail', change)).rejects.toThrow('Enter this again: Password.');
  await saveConnection(blog, 'bluesky', { bluesky_identifier: 'me.example.org', bluesky_password: 'secret' });
  await expect(testConnection(blog, 'bluesky', { bluesky_url: 'https://example.net' })).rejects.toThrow(
    'Enter this again: App password.',
  );
  await saveConnection(blog, 'mail', { smtp_host: 'smtp.example.net', smtp_password: 'other' });
  expect(blog.mail?.smtpUrl).toBe('smtps://you%40example.org:other@smtp.example.net');
});

test('what is missing or not valid is refused before anything is stored', async () => {
  const blog = await open(await newBlog());
  const refused = (name: string, values: Record<string, string>) =>
    expect(saveConnection(blog, name, values)).rejects;
  await refused('mastodon', { mastodon_token: 'token' }).toThrow('Server is missing.');
  await refused('mastodon', { ...mastodon, mastodon_url: 'ftp://example.org' }).toThrow(/http or https URL/);
  await refused('mail', { smtp_host: 'a b' }).toThrow(/SMTP server: The name of a server is expected/);
  await refused('mail', { ...server, smtp_security: 'maybe' }).toThrow('Choose one of the options.');
  await refused('site-url', { site_url: 'https://example.org/blog' }).toThrow(/without a path/);
  await refused('nothing', {}).toThrow('There is no such connection.');
  expect(await blog.db.selectFrom('connections').selectAll().execute()).toEqual([]);
});

test('the environment wins and cannot be changed', async () => {
  const memory = await newBlog();
  await saveConnection(await open(memory), 'mastodon', mastodon);
  const env = { MASTODON_URL: 'https://other.example.org', MASTODON_TOKEN: 'of-the-environment' };
  const blog = await open(memory, env);
  expect(await stateOf(blog, 'mastodon')).toMatchObject({
    source: 'environment',
    variables: ['MASTODON_URL', 'MASTODON_TOKEN'],
    fields: [
      { is_set: false, value: '' },
      { is_set: false, value: '' },
    ],
  });
  expect(connectionsPart.of(blog)?.config.networks.mastodon?.url).toBe('https://other.example.org');
  await expect(saveConnection(blog, 'mastodon', mastodon)).rejects.toThrow(/cannot be changed here/);
  await expect(removeConnection(blog, 'mastodon')).rejects.toThrow(/cannot be changed here/);
});

test('without the key the site runs, says so and asks again', async () => {
  const memory = await newBlog();
  await saveConnection(await open(memory), 'mastodon', mastodon);
  rmSync(keyFile({ dataDir: memory.dataFolder }));
  const restored = await open(memory);
  expect(networkNames(restored)).toEqual([]);
  expect(await stateOf(restored, 'mastodon')).toMatchObject({ source: 'unreadable' });
  await expect(
    saveConnection(restored, 'mastodon', { mastodon_url: 'https://social.example.org' }),
  ).rejects.toThrow('Access token is missing.');
  memory.wait(1000);
  await saveConnection(restored, 'mastodon', mastodon);
  expect(networkNames(restored)).toEqual(['Mastodon']);
});

test('public URL and image storage wait for a restart', async () => {
  const memory = await newBlog();
  const blog = await open(memory);
  await saveConnection(blog, 'site-url', { site_url: 'https://example.org' });
  expect(await stateOf(blog, 'site-url')).toMatchObject({ needs_restart: true, restart_pending: true });
  expect(connectionsPart.of(blog)?.config.siteUrl).toBeNull();
  const restarted = await open(memory);
  expect(await stateOf(restarted, 'site-url')).toMatchObject({ restart_pending: false });
  expect(connectionsPart.of(restarted)?.config.siteUrl).toBe('https://example.org');
});

/** A title, label or hint that is the same in English is the name of something. */
test('every text is in the language of the person who asks', async () => {
  const blog = await open(await newBlog());
  const textsIn = async (language: string) =>
    inTranslation(await translationFor(language, 'en'), async () =>
      (await listConnections(blog)).flatMap(({ title, text, fields }) => [
        title,
        text,
        ...fields.flatMap(({ label, hint, choices }) => [label, hint, ...choices.map((one) => one.label)]),
      ]),
    );
  const [english, german] = [await textsIn('en'), await textsIn('de')];
  const same = english.filter((text, index) => text !== '' && text === german[index]);
  expect([...new Set(same)].sort()).toEqual([
    'Bluesky',
    'Bucket',
    'Handle',
    'Mastodon',
    'Region',
    'Server',
    'X',
  ]);
  await expect(
    inTranslation(await translationFor('de', 'en'), () => saveConnection(blog, 'mail', { smtp_user: 'me' })),
  ).rejects.toThrow(/^SMTP-Server fehlt/);
});
