import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigProblem, isPublic, readConfig } from './config.ts';

describe('readConfig', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      siteUrl: null,
      dataDir: path.resolve('data'),
      databaseUrl: null,
      databasePool: 10,
      webProcesses: 1,
      backupsKeep: 7,
      s3: null,
      adminUsername: 'admin',
      adminPassword: null,
      trustProxy: { hops: 0 },
      metricsToken: null,
      outgoingAllow: [],
      outgoingStrangers: [],
      networks: {},
      mail: null,
      secretsKey: null,
      given: {},
      logLevel: 'info',
      pageCacheBytes: 64 * 1024 * 1024,
      publishTo: null,
      liveUrl: null,
      purge: null,
    });
  });

  test('treats empty values as unset', () => {
    const names = Object.keys(envExample());
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', 'eighty', 'PORT must be a number from 0 to 65535, not "eighty".'],
    ['PORT', '65536', 'PORT must be a number from 0 to 65535, not "65536".'],
    ['SITE_URL', 'example.org', 'SITE_URL must be an http or https URL, not "example.org".'],
    ['SITE_URL', 'ftp://example.org', 'SITE_URL must be an http or https URL, not "ftp://example.org".'],
    [
      'SITE_URL',
      'https://example.org/blog',
      'SITE_URL must be a URL without a path, like https://example.org, not "https://example.org/blog".',
    ],
    ['WEB_PROCESSES', '0', 'WEB_PROCESSES must be a number from 1 to 256, not "0".'],
    ['DATABASE_POOL', 'many', 'DATABASE_POOL must be a number from 2 to 1000, not "many".'],
    ['METRICS_TOKEN', 'too short', 'METRICS_TOKEN must have at least 16 characters and no spaces.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".'],
    ['MASTODON_TOKEN', 'x', 'MASTODON_URL must be set too, because MASTODON_TOKEN is set.'],
    [
      'S3_BUCKET',
      'images',
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too, because S3_BUCKET is set.',
    ],
    ['TRUST_PROXY', 'everyone', /^TRUST_PROXY must be a number of hops or a list of IP addresses/],
    ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY must be/],
    ['OUTGOING_ALLOW', 'intranet', /^OUTGOING_ALLOW must be a list of IP addresses/],
  ])('refuses %s=%s in one line', (name, value, message) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigProblem);
    expect(read).toThrow(message);
  });

  test('does not repeat a password when DATABASE_URL is wrong', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@example.org/db' })).toThrow(
      /^DATABASE_URL must look like postgres:\/\/user:password@host:5432\/name\.$/,
    );
  });

  test('reads proxies as hops or as IP addresses', () => {
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toEqual({ hops: 2 });
    expect(readConfig({ TRUST_PROXY: '10.0.0.1, fd00::/8' }).trustProxy).toEqual({
      addresses: ['10.0.0.1', 'fd00::/8'],
    });
    expect(readConfig({ OUTGOING_ALLOW: '10.0.0.1 fd00::/8' }).outgoingAllow).toEqual([
      '10.0.0.1',
      'fd00::/8',
    ]);
  });

  test('reads a whole group of variables', () => {
    const { networks, s3 } = readConfig({
      MASTODON_URL: 'https://social.example.org/',
      MASTODON_TOKEN: 't',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
    });
    expect(networks).toEqual({ mastodon: { url: 'https://social.example.org', token: 't' } });
    expect(s3).toEqual({
      bucket: 'b',
      accessKeyId: 'i',
      secretAccessKey: 's',
      endpoint: 'http://127.0.0.1:9000',
    });
  });
});

test('.env.example lists every variable that is read, and no other', () => {
  const read = new Set<string>();
  const recorder = new Proxy({} as Record<string, string>, {
    get: (_, name) => {
      if (typeof name === 'string') read.add(name);
      return undefined;
    },
  });
  readConfig(recorder);
  expect(Object.keys(envExample()).sort()).toEqual([...read].sort());
});

test.each([
  [{}, false],
  [{ HOST: '::1', SITE_URL: 'http://localhost:8080' }, false],
  [{ SITE_URL: 'http://127.0.0.1:8080' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '192.0.2.1' }, true],
  [{ SITE_URL: 'https://blog.example.org' }, true],
  [{ SITE_URL: 'https://localhost.example.org' }, true],
])('%j is public: %j', (env, expected) => {
  expect(isPublic(readConfig(env))).toBe(expected);
});

test('servers of strangers may be private only where no other machine can open the site', () => {
  const OUTGOING_STRANGERS = '127.0.0.1';
  expect(readConfig({ OUTGOING_STRANGERS }).outgoingStrangers).toEqual(['127.0.0.1']);
  for (const reach of [{ HOST: '0.0.0.0' }, { SITE_URL: 'https://blog.example.org' }])
    expect(() => readConfig({ OUTGOING_STRANGERS, ...reach })).toThrow(/^OUTGOING_STRANGERS is for tests/);
});

test('reads where the site is published, with the credentials of the images unless it has its own', () => {
  expect(readConfig({}).publishTo).toBeNull();
  expect(readConfig({ PUBLISH_TO: '/var/www/blog' }).publishTo).toEqual({ folder: '/var/www/blog' });
  const images = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({ ...images, PUBLISH_TO: 's3://site/blog/' }).publishTo).toEqual({
    prefix: 'blog/',
    bucket: { bucket: 'site', accessKeyId: 'a', secretAccessKey: 'secret' },
  });
  const own = { PUBLISH_S3_ACCESS_KEY_ID: 'b', PUBLISH_S3_SECRET_ACCESS_KEY: 'other' };
  expect(readConfig({ ...own, PUBLISH_TO: 's3://site' })).toMatchObject({
    s3: null,
    publishTo: { prefix: '', bucket: { bucket: 'site', accessKeyId: 'b', secretAccessKey: 'other' } },
  });
  expect(() => readConfig({ PUBLISH_TO: 's3://site' })).toThrow(/PUBLISH_S3_ACCESS_KEY_ID/);
  expect(() => readConfig({ ...own, PUBLISH_TO: 's3:site' })).toThrow(/^PUBLISH_TO must/);
  const live = { PUBLISH_LIVE_URL: 'https://live.example.org/' };
  expect(readConfig({ ...live, PUBLISH_TO: '/var/www/blog' }).liveUrl).toBe('https://live.example.org');
  expect(() => readConfig(live)).toThrow(/PUBLISH_TO/);
  expect(() => readConfig({ PUBLISH_LIVE_URL: 'https://example.org/a', PUBLISH_TO: '/a' })).toThrow(
    /^PUBLISH_LIVE_URL must/,
  );
});

test('reads how a CDN is purged', () => {
  const PURGE_URL = 'https://cdn.example.org/purge/{tags}';
  expect(readConfig({ PURGE_URL, PURGE_HEADER: 'Key: a secret' }).purge).toEqual({
    url: PURGE_URL,
    method: 'POST',
    header: ['Key', 'a secret'],
  });
  expect(() => readConfig({ PURGE_URL, PURGE_HEADER: 'secret' })).toThrow(/^PURGE_HEADER must(?!.*secret)/s);
});

test('reads the servers of mail', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.org';
  expect(readConfig({ SMTP_URL }).mail).toEqual({ smtpUrl: SMTP_URL, imapUrl: null });
  const IMAP_URL = 'imaps://user:secret@mail.example.org';
  expect(readConfig({ SMTP_URL, IMAP_URL }).mail).toEqual({ smtpUrl: SMTP_URL, imapUrl: IMAP_URL });
});

test.each([
  [{ SMTP_URL: 'https://user:secret@mail.example.org' }, /^SMTP_URL must/],
  [{ SMTP_URL: 'user:secret@mail.example.org' }, /^SMTP_URL must/],
  [{ SMTP_URL: 'smtp:secret' }, /^SMTP_URL must/],
  [{ SMTP_URL: 'smtp://mail.example.org', IMAP_URL: 'pop3://a:secret@b' }, /^IMAP_URL must/],
  [{ IMAP_URL: 'imaps://user:secret@mail.example.org' }, /SMTP_URL/],
])('refuses %j without repeating a password', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
  expect(() => readConfig(env)).toThrow(/^(?!.*secret)/s);
});

function envExample(): Record<string, string> {
  const lines = readFileSync(path.join(import.meta.dirname, '../.env.example'), 'utf8').match(
    /^#[A-Z0-9_]+=.*$/gm,
  );
  return Object.fromEntries((lines ?? []).map((line) => line.slice(1).split('=', 2) as [string, string]));
}
