import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Config, isPublic } from '../../config.ts';
import { type Finding, ok, problem, warning } from '../../platform/findings.ts';
import * as messages from './messages.ts';

const megabyte = 1024 * 1024;
/** Below this, uploads and backups soon fail. */
const littleBytes = 1024 * megabyte;
const tooLittleBytes = 100 * megabyte;
const fewFiles = 1_000;
/** Clocks of file systems and machines differ a little. */
const clockToleranceMs = 60_000;

export function checkNode(version = process.versions.node): Finding {
  const text = messages.nodeVersion(version);
  return Number(version.split('.')[0]) >= 26 ? ok(text) : problem(text, messages.useBundledNode);
}

const dataFiles = ['.', 'blog.sqlite', 'blog.sqlite-wal', 'images', 'backups', 'uploads'];

export async function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const folder = await stat(dataDir).catch(() => null);
  if (!folder) {
    const parent = await nearestFolder(dataDir);
    return (await isWritable(parent))
      ? [ok(messages.dataFolderAbsent(dataDir))]
      : [problem(messages.dataFolderNotWritable(parent), messages.giveWritePermission)];
  }
  if (!folder.isDirectory())
    return [problem(messages.dataFolderNotFolder(dataDir), messages.chooseOtherFolder)];
  const found: Finding[] = [];
  for (const name of dataFiles) {
    const file = path.join(dataDir, name);
    const stats = await stat(file).catch(() => null);
    if (!stats) continue;
    const user = process.getuid?.() ?? stats.uid;
    if (!(await isWritable(file)))
      found.push(problem(messages.dataFolderNotWritable(file), messages.giveWritePermission));
    // For root everything is writable, but what it creates would not be for the user of the site.
    else if (stats.uid !== user)
      found.push(warning(messages.dataFolderOfOther(file, stats.uid, user), messages.runAsOwner));
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0 && (stats.mode & 0o1000) === 0)
      found.push(warning(messages.dataFolderOpen(file), messages.startMakesPrivate));
  }
  return found.length > 0 ? found : [ok(messages.dataFolder(dataDir))];
}

const isWritable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );

async function nearestFolder(folder: string): Promise<string> {
  for (let nearest = folder; ; nearest = path.dirname(nearest))
    if (nearest === path.dirname(nearest) || (await stat(nearest).catch(() => null))) return nearest;
}

export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(await nearestFolder(dataDir));
  const database = (await stat(path.join(dataDir, 'blog.sqlite')).catch(() => null))?.size ?? 0;
  const free = bavail * bsize;
  const text = messages.freeSpace(size(free), dataDir);
  const advice = messages.freeSomeSpace(size(database));
  const found =
    free < tooLittleBytes
      ? problem(text, advice)
      : free < littleBytes + 2 * database
        ? warning(text, advice)
        : ok(text);
  // Some file systems have no fixed number of files and say 0.
  const lacksFiles = files > 0 && ffree < fewFiles;
  return lacksFiles ? [found, problem(messages.freeInodes(dataDir), messages.deleteFiles)] : [found];
}

const size = (bytes: number): string =>
  bytes < 1024 * megabyte
    ? `${Math.ceil(bytes / megabyte)} MB`
    : `${(bytes / megabyte / 1024).toFixed(1)} GB`;

type Addresses = Pick<Config, 'siteUrl' | 'host' | 'port' | 'trustProxy'>;

export async function checkSiteUrl({ siteUrl, host, port, trustProxy }: Addresses): Promise<Finding[]> {
  const local = `http://localhost:${port}`;
  if (!isPublic({ host, siteUrl })) return [ok(messages.siteUrlLocal(siteUrl ?? local))];
  if (siteUrl === null) return [warning(messages.siteUrlMissing(host), messages.setSiteUrl(local))];
  if (!siteUrl.startsWith('https:')) return [warning(messages.siteUrlInsecure(siteUrl), messages.useHttps)];
  // The site itself speaks no TLS, so that there is a proxy.
  const trustsNone = 'hops' in trustProxy ? trustProxy.hops === 0 : trustProxy.addresses.length === 0;
  return [
    trustsNone
      ? warning(messages.proxyNotTrusted(siteUrl), messages.setTrustProxy)
      : ok(messages.siteUrlPublic(siteUrl)),
  ];
}

/** Compares the clock with the data, because there may be no network to ask for the time. */
export async function checkClock({ dataDir }: Pick<Config, 'dataDir'>, now = new Date()): Promise<Finding[]> {
  const times = await Promise.all(
    ['blog.sqlite', 'blog.sqlite-wal', 'backups'].map(async (name) => {
      const stats = await stat(path.join(dataDir, name)).catch(() => null);
      return stats?.mtimeMs ?? 0;
    }),
  );
  const newest = Math.max(...times);
  return newest > now.getTime() + clockToleranceMs
    ? [
        problem(
          messages.clockBehind(now.toISOString(), new Date(newest).toISOString()),
          messages.synchronizeClock,
        ),
      ]
    : [ok(messages.clockFine(now.toISOString()))];
}
