import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type S3Config = {
  bucket: string;
  endpoint?: string;
  region?: string;
  accessKeyId: string;
  secretAccessKey: string;
  publicUrl?: string;
};

export type Config = {
  host: string;
  port: number;
  /** Null until the port is known: then http://localhost:PORT. */
  siteUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** How many connections one process opens to PostgreSQL at most, apart from the one it listens on. */
  databasePool: number;
  /** How many processes serve the site on this machine. */
  webProcesses: number;
  /** How many daily backups are kept; 0 for none at all. */
  backupsKeep: number;
  s3: S3Config | null;
  adminUsername: string;
  adminPassword: string | null;
  trustProxy: TrustProxy;
  /** When set, every request for /metrics needs it. */
  metricsToken: string | null;
  /** Private addresses and networks that social networks may have. */
  outgoingAllow: readonly string[];
  networks: {
    x?: { apiKey: string; apiSecret: string; accessToken: string; accessSecret: string; baseUrl?: string };
    mastodon?: { url: string; token: string };
    bluesky?: { identifier: string; password: string; url?: string };
  };
  logLevel: LogLevel;
  /** How much memory rendered pages may take; none are kept with 0. */
  pageCacheBytes: number;
};

/** Whose forwarding headers count: a number of hops, or addresses and networks. */
export type TrustProxy = { hops: number } | { addresses: readonly string[] };

/** A bad value, in one line that names the variable. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

const ownMachine = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether anybody but this machine can open the site, as far as the configuration tells. */
export const isReachable = ({ host, siteUrl }: Pick<Config, 'host' | 'siteUrl'>): boolean =>
  !ownMachine.test(host) || (siteUrl !== null && !ownMachine.test(new URL(siteUrl).hostname));

type Environment = Record<string, string | undefined>;

/**
 * What the machine says, with `.env` below it. The only reader of the environment, and so the beginning of every program:
 * from here on the files that it writes are its user's alone. They hold password hashes, drafts and keys.
 */
export function environment(folder = process.cwd()): Environment {
  process.umask(0o077);
  const file = path.join(folder, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env;
}

export function readConfig(env: Environment): Config {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const optional = <Key extends string>(key: Key, name: string) =>
    (value(name) === null ? {} : { [key]: webAddress(name, value(name) ?? '') }) as { [K in Key]?: string };

  const s3 = group(value, {
    needed: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    extra: ['S3_ENDPOINT', 'S3_REGION', 'S3_PUBLIC_URL'],
  });
  const x = group(value, {
    needed: ['X_API_KEY', 'X_API_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_SECRET'],
    extra: ['X_BASE_URL'],
  });
  const mastodon = group(value, { needed: ['MASTODON_URL', 'MASTODON_TOKEN'], extra: [] });
  const bluesky = group(value, {
    needed: ['BLUESKY_IDENTIFIER', 'BLUESKY_PASSWORD'],
    extra: ['BLUESKY_URL'],
  });

  return {
    host: value('HOST') ?? '127.0.0.1',
    port: port(value('PORT') ?? '3000'),
    siteUrl: siteUrl(value('SITE_URL')),
    dataDir: path.resolve(value('DATA_DIR') ?? './data'),
    databaseUrl: databaseUrl(value('DATABASE_URL')),
    databasePool: count('DATABASE_POOL', value('DATABASE_POOL') ?? '10', 2, 1000),
    webProcesses: count('WEB_PROCESSES', value('WEB_PROCESSES') ?? '1', 1, 256),
    backupsKeep: count('BACKUPS_KEEP', value('BACKUPS_KEEP') ?? '7', 0, 1000),
    s3: s3 && {
      bucket: s3('S3_BUCKET'),
      accessKeyId: s3('S3_ACCESS_KEY_ID'),
      secretAccessKey: s3('S3_SECRET_ACCESS_KEY'),
      ...(value('S3_REGION') === null ? {} : { region: s3('S3_REGION') }),
      ...optional('endpoint', 'S3_ENDPOINT'),
      ...optional('publicUrl', 'S3_PUBLIC_URL'),
    },
    adminUsername: value('ADMIN_USERNAME') ?? 'admin',
    adminPassword: env.ADMIN_PASSWORD || null,
    trustProxy: trustProxy(value('TRUST_PROXY')),
    metricsToken: metricsToken(value('METRICS_TOKEN')),
    outgoingAllow: outgoingAllow(value('OUTGOING_ALLOW')),
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
          url: webAddress('MASTODON_URL', mastodon('MASTODON_URL')),
          token: mastodon('MASTODON_TOKEN'),
        },
      }),
      ...(bluesky && {
        bluesky: {
          identifier: bluesky('BLUESKY_IDENTIFIER'),
          password: bluesky('BLUESKY_PASSWORD'),
          ...optional('url', 'BLUESKY_URL'),
        },
      }),
    },
    logLevel: logLevel(value('LOG_LEVEL') ?? 'info'),
    pageCacheBytes: pageCacheBytes(value('PAGE_CACHE_MB') ?? '64'),
  };
}

/** Variables that only make sense together: all of the needed ones, or none of them at all. */
function group(value: (name: string) => string | null, names: { needed: string[]; extra: string[] }) {
  if (![...names.needed, ...names.extra].some((name) => value(name) !== null)) return null;
  const missing = names.needed.filter((name) => value(name) === null);
  if (missing.length > 0) {
    const set = [...names.needed, ...names.extra].filter((name) => value(name) !== null);
    throw new ConfigProblem(`${missing.join(', ')} must be set too, because ${set.join(', ')} is set.`);
  }
  return (name: string): string => value(name) ?? '';
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new ConfigProblem(`PORT must be a number from 0 to 65535, not "${text}".`);
  return Number(text);
}

function count(name: string, text: string, least: number, most: number): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new ConfigProblem(`${name} must be a number from ${least} to ${most}, not "${text}".`);
  return Number(text);
}

function siteUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = new URL(webAddress('SITE_URL', text));
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigProblem(
      `SITE_URL must be an address without a path, like https://example.org, not "${text}".`,
    );
  return url.origin;
}

function webAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigProblem(`${name} must be an http or https address, not "${text}".`);
  return text.replace(/\/{1,9}$/, '');
}

function databaseUrl(text: string | null): string | null {
  if (text === null) return null;
  // The value may hold a password, so it is not repeated.
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol))
    throw new ConfigProblem('DATABASE_URL must look like postgres://user:password@host:5432/name.');
  return text;
}

function trustProxy(text: string | null): TrustProxy {
  if (text === null) return { hops: 0 };
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const addresses = addressList(text);
  if (!addresses)
    throw new ConfigProblem(
      `TRUST_PROXY must be a number of hops or a list of addresses like 10.0.0.1, 192.168.0.0/16, not "${text}".`,
    );
  return { addresses };
}

function outgoingAllow(text: string | null): readonly string[] {
  const addresses = addressList(text ?? '');
  if (!addresses)
    throw new ConfigProblem(
      `OUTGOING_ALLOW must be a list of addresses like 10.0.0.1, 192.168.0.0/16, not "${text}".`,
    );
  return addresses;
}

/** Addresses and networks, or null when something else is among them. */
function addressList(text: string): string[] | null {
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
  // The value is a secret, so it is not repeated.
  if (text !== null && !/^\S{16,}$/.test(text))
    throw new ConfigProblem('METRICS_TOKEN must have at least 16 characters and no blanks.');
  return text;
}

function pageCacheBytes(text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw new ConfigProblem(`PAGE_CACHE_MB must be a number of megabytes, 0 for none, not "${text}".`);
  return Number(text) * 1024 * 1024;
}

function logLevel(text: string): LogLevel {
  const levels: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];
  const level = levels.find((known) => known === text);
  if (!level) throw new ConfigProblem(`LOG_LEVEL must be one of ${levels.join(', ')}, not "${text}".`);
  return level;
}
