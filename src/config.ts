import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as messages from './platform/messages/operator.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

type S3Config = {
  bucket: string;
  /** Of a store that is not Amazon's. */
  endpoint?: string;
  region?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where readers fetch from the bucket themselves; without it we pass the images on. */
  publicUrl?: string;
};

export type Config = {
  host: string;
  port: number;
  /** Null means http://localhost:PORT. */
  siteUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Connections of one process to PostgreSQL, besides the one that listens for changes. */
  databasePool: number;
  webProcesses: number;
  /** Daily backups to keep; 0 disables them. */
  backupsKeep: number;
  s3: S3Config | null;
  adminUsername: string;
  adminPassword: string | null;
  trustProxy: TrustProxy;
  /** When set, every request to /metrics needs it. */
  metricsToken: string | null;
  /** Null: no mail is sent. */
  mail: { smtpUrl: string; imapUrl: string | null } | null;
  /** Private IP addresses and networks that the servers may have which the configuration or the settings name. */
  outgoingAllow: readonly string[];
  /** Private IP addresses and networks that any server may have; only where no other machine can open the site. */
  outgoingStrangers: readonly string[];
  networks: {
    x?: { apiKey: string; apiSecret: string; accessToken: string; accessSecret: string; baseUrl?: string };
    mastodon?: { url: string; token: string };
    bluesky?: { identifier: string; password: string; url?: string; appViewUrl?: string };
  };
  /** Encrypts stored connections: 32 bytes in base64. Null: a file in dataDir has the key. */
  secretsKey: string | null;
  /** The variables of `ConnectionConfig` that the environment sets: they win over what the admin area stores. */
  given: Readonly<Record<string, string>>;
  logLevel: LogLevel;
  /** Memory for cached pages; 0 disables the cache. */
  pageCacheBytes: number;
  /** Only of the demo: when it was started over, and how to do so again. */
  demo?: { started: string; reset(): void };
  /** Where the public site is written as files, and kept up to date; null: nowhere. */
  publishTo: PublishTo | null;
  /** Where the server answers forms and calls of published pages; null: they have none. */
  liveUrl: string | null;
  /** Null: no CDN caches pages for longer than a request. */
  purge: PurgeConfig | null;
};

/** The prefix is empty or ends with a slash. */
export type PublishTo = { folder: string } | { bucket: S3Config; prefix: string };

/** How a CDN is notified of the cache tags that changed; `header` is one with a secret. */
export type PurgeConfig = {
  url: string;
  method: string;
  header: readonly [name: string, value: string] | null;
};

/** What the admin area can set where the environment does not. */
export type ConnectionConfig = Pick<Config, 'siteUrl' | 's3' | 'mail' | 'networks'>;

/** Proxies whose forwarding headers count: a number of hops, or IP addresses and networks. */
export type TrustProxy = { hops: number } | { addresses: readonly string[] };

/** An invalid setting, in one line that names the variable. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

const invalid = (name: string, expected: string, value: string) =>
  new ConfigProblem(messages.invalidSetting(name, expected, value));

const loopbackHost = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether the configuration lets other machines open the site. */
export const isPublic = ({ host, siteUrl }: Pick<Config, 'host' | 'siteUrl'>): boolean =>
  !loopbackHost.test(host) || (siteUrl !== null && !loopbackHost.test(new URL(siteUrl).hostname));

type Environment = Record<string, string | undefined>;

/**
 * The environment variables, with `.env` for those that are not set. Every program calls this first, so it also sets the
 * umask: files of the site contain password hashes, drafts and keys, and only its user may read them.
 */
export function environment(): Environment {
  process.umask(0o077);
  const file = path.join(process.cwd(), '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env;
}

export function readConfig(env: Environment): Config {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const given: Record<string, string> = {};
  const connections = readConnections(env, given);
  const reach = { host: value('HOST') ?? '127.0.0.1', siteUrl: connections.siteUrl };
  return {
    ...connections,
    ...reach,
    port: port(value('PORT') ?? '3000'),
    dataDir: path.resolve(value('DATA_DIR') ?? './data'),
    databaseUrl: databaseUrl(value('DATABASE_URL')),
    databasePool: count('DATABASE_POOL', value('DATABASE_POOL') ?? '10', 2, 1000),
    webProcesses: count('WEB_PROCESSES', value('WEB_PROCESSES') ?? '1', 1, 256),
    backupsKeep: count('BACKUPS_KEEP', value('BACKUPS_KEEP') ?? '7', 0, 1000),
    adminUsername: value('ADMIN_USERNAME') ?? 'admin',
    adminPassword: env.ADMIN_PASSWORD || null,
    trustProxy: trustProxy(value('TRUST_PROXY')),
    metricsToken: metricsToken(value('METRICS_TOKEN')),
    outgoingAllow: outgoingAllow('OUTGOING_ALLOW', value('OUTGOING_ALLOW')),
    outgoingStrangers: outgoingStrangers(value('OUTGOING_STRANGERS'), reach),
    secretsKey: secretsKey(value('SECRETS_KEY')),
    given,
    logLevel: logLevel(value('LOG_LEVEL') ?? 'info'),
    pageCacheBytes: pageCacheBytes(value('PAGE_CACHE_MB') ?? '64'),
    publishTo: publishTo(value('PUBLISH_TO'), value),
    liveUrl: liveUrl(value('PUBLISH_LIVE_URL'), value('PUBLISH_TO')),
    purge: purge(value('PURGE_URL'), value('PURGE_METHOD') ?? 'POST', value('PURGE_HEADER')),
  };
}

/** Adds to `given` what the environment sets. */
export function readConnections(env: Environment, given: Record<string, string> = {}): ConnectionConfig {
  const value = (name: string): string | null => {
    const text = env[name]?.trim() || null;
    if (text !== null) given[name] = text;
    return text;
  };
  const optional = <Key extends string>(key: Key, name: string) =>
    (value(name) === null ? {} : { [key]: webUrl(name, value(name) ?? '') }) as { [K in Key]?: string };

  const s3 = group(value, {
    required: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    optional: ['S3_ENDPOINT', 'S3_REGION', 'S3_PUBLIC_URL'],
  });
  const x = group(value, {
    required: ['X_API_KEY', 'X_API_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_SECRET'],
    optional: ['X_BASE_URL'],
  });
  const mastodon = group(value, { required: ['MASTODON_URL', 'MASTODON_TOKEN'], optional: [] });
  const bluesky = group(value, {
    required: ['BLUESKY_IDENTIFIER', 'BLUESKY_PASSWORD'],
    optional: ['BLUESKY_URL', 'BLUESKY_APPVIEW_URL'],
  });
  return {
    siteUrl: origin('SITE_URL', value('SITE_URL')),
    s3: s3 && {
      bucket: s3('S3_BUCKET'),
      accessKeyId: s3('S3_ACCESS_KEY_ID'),
      secretAccessKey: s3('S3_SECRET_ACCESS_KEY'),
      ...(value('S3_REGION') === null ? {} : { region: s3('S3_REGION') }),
      ...optional('endpoint', 'S3_ENDPOINT'),
      ...optional('publicUrl', 'S3_PUBLIC_URL'),
    },
    mail: mail(value('SMTP_URL'), value('IMAP_URL')),
    networks: {
      ...(x && {
        x: {
          apiKey: x('X_API_KEY'),
          apiSecret: x('X_API_SECRET'),
          accessToken: x('X_ACCESS_TOKEN'),
          accessSecret: x('X_ACCESS_SECRET'),
          ...optional('baseUrl', 'X_BASE_URL'),
        },
      }),
      ...(mastodon && {
        mastodon: {
          url: webUrl('MASTODON_URL', mastodon('MASTODON_URL')),
          token: mastodon('MASTODON_TOKEN'),
        },
      }),
      ...(bluesky && {
        bluesky: {
          identifier: bluesky('BLUESKY_IDENTIFIER'),
          password: bluesky('BLUESKY_PASSWORD'),
          ...optional('url', 'BLUESKY_URL'),
          ...optional('appViewUrl', 'BLUESKY_APPVIEW_URL'),
        },
      }),
    },
  };
}

/** Variables that only make sense together: all of the required ones, or none at all. */
function group(value: (name: string) => string | null, names: { required: string[]; optional: string[] }) {
  if (![...names.required, ...names.optional].some((name) => value(name) !== null)) return null;
  const missing = names.required.filter((name) => value(name) === null);
  if (missing.length > 0) {
    const set = [...names.required, ...names.optional].filter((name) => value(name) !== null);
    throw new ConfigProblem(messages.incompleteSettings(missing, set));
  }
  return (name: string): string => value(name) ?? '';
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw invalid('PORT', 'a number from 0 to 65535', text);
  return Number(text);
}

function count(name: string, text: string, min: number, max: number): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < min || Number(text) > max)
    throw invalid(name, `a number from ${min} to ${max}`, text);
  return Number(text);
}

function origin(name: string, text: string | null): string | null {
  if (text === null) return null;
  const url = new URL(webUrl(name, text));
  if (url.pathname !== '/' || url.search || url.hash)
    throw invalid(name, 'a URL without a path, like https://example.org', text);
  return url.origin;
}

function webUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw invalid(name, 'an http or https URL', text);
  return text.replace(/\/{1,9}$/, '');
}

function databaseUrl(text: string | null): string | null {
  if (text === null) return null;
  // The value may contain a password, so the message does not repeat it.
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol))
    throw new ConfigProblem(messages.invalidDatabaseUrl);
  return text;
}

/** The values contain passwords, so the messages do not repeat them. */
function mail(smtpUrl: string | null, imapUrl: string | null): Config['mail'] {
  const isUrl = (text: string, protocols: string[]) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
  if (smtpUrl === null && imapUrl !== null)
    throw new ConfigProblem(messages.incompleteSettings(['SMTP_URL'], ['IMAP_URL']));
  if (smtpUrl === null) return null;
  if (!isUrl(smtpUrl, ['smtp:', 'smtps:'])) throw new ConfigProblem(messages.invalidSmtpUrl);
  if (imapUrl !== null && !isUrl(imapUrl, ['imap:', 'imaps:']))
    throw new ConfigProblem(messages.invalidImapUrl);
  return { smtpUrl, imapUrl };
}

function trustProxy(text: string | null): TrustProxy {
  if (text === null) return { hops: 0 };
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const addresses = ipAddressList(text);
  if (!addresses)
    throw invalid(
      'TRUST_PROXY',
      'a number of hops or a list of IP addresses like 10.0.0.1, 192.168.0.0/16',
      text,
    );
  return { addresses };
}

function outgoingAllow(name: string, text: string | null): readonly string[] {
  const addresses = ipAddressList(text ?? '');
  if (!addresses) throw invalid(name, 'a list of IP addresses like 10.0.0.1, 192.168.0.0/16', text ?? '');
  return addresses;
}

/** On a public site, everyone could make it send requests to these addresses. */
function outgoingStrangers(text: string | null, reach: Pick<Config, 'host' | 'siteUrl'>): readonly string[] {
  if (text !== null && isPublic(reach)) throw new ConfigProblem(messages.strangersOnPublicSite);
  return outgoingAllow('OUTGOING_STRANGERS', text);
}

/** IP addresses and networks, or null if anything else is in the list. */
function ipAddressList(text: string): string[] | null {
  const addresses = text.split(/[\s,]+/).filter(Boolean);
  const fine = addresses.every((address) => {
    const [ip = '', bits, ...rest] = address.split('/');
    const family = isIP(ip);
    const bitsFine =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
    return family !== 0 && bitsFine && rest.length === 0;
  });
  return fine ? addresses : null;
}

function metricsToken(text: string | null): string | null {
  // The value is a secret, so the message does not repeat it.
  if (text !== null && !/^\S{16,}$/.test(text)) throw new ConfigProblem(messages.invalidMetricsToken);
  return text;
}

function secretsKey(text: string | null): string | null {
  // The value is a secret, so the message does not repeat it.
  if (text !== null && !/^[\w+/-]{43}=?$/.test(text)) throw new ConfigProblem(messages.invalidSecretsKey);
  return text;
}

function pageCacheBytes(text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw invalid('PAGE_CACHE_MB', 'a number of megabytes, or 0 for no cache', text);
  return Number(text) * 1024 * 1024;
}

/** The bucket has credentials of its own, or those of the images. */
function publishTo(text: string | null, value: (name: string) => string | null): PublishTo | null {
  const own = (name: string) => value(`PUBLISH_S3_${name}`) ?? value(`S3_${name}`);
  const [accessKeyId, secretAccessKey] = [own('ACCESS_KEY_ID'), own('SECRET_ACCESS_KEY')];
  const [endpoint, region] = [own('ENDPOINT'), own('REGION')];
  if (text === null) return null;
  if (!text.startsWith('s3:')) return { folder: path.resolve(text) };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/.exec(text) ?? [];
  if (!bucket) throw invalid('PUBLISH_TO', 'a folder, or a bucket like s3://bucket/prefix', text);
  const keys = ['PUBLISH_S3_ACCESS_KEY_ID', 'PUBLISH_S3_SECRET_ACCESS_KEY'];
  if (accessKeyId === null || secretAccessKey === null)
    throw new ConfigProblem(messages.incompleteSettings(keys, ['PUBLISH_TO']));
  const root = prefix.replace(/^\/{1,9}|\/{1,9}$/g, '');
  return {
    prefix: root && `${root}/`,
    bucket: {
      bucket,
      accessKeyId,
      secretAccessKey,
      ...(endpoint !== null && { endpoint: webUrl('PUBLISH_S3_ENDPOINT', endpoint) }),
      ...(region !== null && { region }),
    },
  };
}

function liveUrl(text: string | null, published: string | null): string | null {
  const name = 'PUBLISH_LIVE_URL';
  if (text !== null && published === null)
    throw new ConfigProblem(messages.incompleteSettings(['PUBLISH_TO'], [name]));
  return origin(name, text);
}

function purge(text: string | null, method: string, header: string | null): PurgeConfig | null {
  if (text === null) return null;
  const [, name, secret] = /^([\w-]+):\s*([\x21-\x7e][\x20-\x7e]*)$/.exec(header ?? '') ?? [];
  // The value is a secret, so the message does not repeat it.
  if (header !== null && (!name || !secret)) throw invalid('PURGE_HEADER', 'a header like Name: value', '…');
  if (!/^[A-Z]{3,10}$/.test(method)) throw invalid('PURGE_METHOD', 'a method like POST', method);
  return { url: webUrl('PURGE_URL', text), method, header: name && secret ? [name, secret] : null };
}

function logLevel(text: string): LogLevel {
  const levels: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];
  const level = levels.find((known) => known === text);
  if (!level) throw invalid('LOG_LEVEL', `one of ${levels.join(', ')}`, text);
  return level;
}
