import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, ConfigProblem, isPublic } from '../config.ts';
import { openFirstRun } from '../core/accounts/first-run.ts';
import { newClaimToken } from '../core/accounts/sign-in/claim.ts';
import { firstAdministrator } from '../core/accounts/sign-in/first-administrator.ts';
import { weakAdministrators } from '../core/accounts/sign-in/users.ts';
import { checkFiles } from '../core/images/file-ownership.ts';
import { readKeys, readSiteId } from '../core/site/keys.ts';
import { features } from '../modules/features.ts';
import type { Blog } from '../platform/blog.ts';
import {
  connectionConfig,
  connectionsPart,
  keepConnections,
  readStored,
} from '../platform/connections/stored-connections.ts';
import { migrate, migrations } from '../platform/db/migrate.ts';
import { DatabaseProblem, type OpenDatabase, openDatabase } from '../platform/db/open.ts';
import { doctorPart } from '../platform/doctor-part.ts';
import { openFiles } from '../platform/files/open.ts';
import { pageSourcePart } from '../platform/http/pages/page-source.ts';
import { Problem } from '../platform/http/problem.ts';
import { urls } from '../platform/http/urls.ts';
import { errorDetails, type Log } from '../platform/log/log.ts';
import * as messages from '../platform/messages/operator.ts';
import { requireOwnData, restrictFilePermissions } from '../platform/process/file-permissions.ts';
import { version } from '../platform/process/package-root.ts';
import { existingSiteData, requireNoExistingSite } from './existing-site.ts';
import { explainingCorruption, explainingNewer, recovery, requireUsable } from './recovery.ts';

const fileCheckTimeoutMs = 3_000;

/**
 * Opens database and files and applies pending migrations. A reader of an existing site never creates one, and neither does a worker:
 * its server has done so. A worker does not migrate either, because its program may have been replaced while the server runs.
 */
export async function openBlog(
  config: Config,
  log: Log,
  role: 'standalone' | 'worker' | 'reader' = 'standalone',
  { isFlushed = true } = {},
): Promise<{ blog: Blog; database: OpenDatabase }> {
  if (config.databaseUrl === null) {
    await requireOwnData(config.dataDir);
    const file = path.join(config.dataDir, 'blog.sqlite');
    const isNew = !existsSync(file);
    // Files in the bucket are evidence of a site only where there is no database yet.
    const traces =
      role === 'worker'
        ? [messages.otherProcessesUseIt]
        : await existingSiteData(isNew ? config : { ...config, s3: null });
    await requireUsable(config.dataDir, traces);
    if (isNew && role === 'reader') throw new DatabaseProblem(messages.noDatabaseFile(file));
  }
  const database = openDatabase({
    ...config,
    isFlushed,
    onLost: (error) => log.warn(messages.databaseConnectionLost, { error: error.message }),
  });
  return explainingCorruption(config, async () => {
    await restrictFilePermissions(config.dataDir, log);
    const applied = await explainingNewer(config, database, () =>
      migrate(
        database,
        migrations,
        async () => {
          if (role === 'worker') throw new DatabaseProblem(messages.programReplaced);
          await recovery?.beforeMigration(config, database, (message) => log.info(message));
        },
        () => requireNoExistingSite(config, database.location),
      ),
    );
    if (applied.length > 0) log.debug(messages.migrationsApplied, { applied });
    const stored = await readStored(config, database.db);
    for (const { name, sealed } of stored)
      if (!sealed && role === 'standalone') log.warn(messages.connectionUnreadable(name));
    Object.assign(config, connectionConfig(config, stored));
    // Which only a site that no other machine can open may have; its URL may have been entered in the admin area.
    if (isPublic(config)) config.outgoingStrangers = [];
    const ofConfig = (given: Config) => partsOf(given, database);
    const connections = await keepConnections(config, database.db, stored, ofConfig);
    const { mail, parts } = ofConfig(config);
    const blog: Blog = {
      db: database.db,
      files: await openFiles(config),
      uploadFolder: path.join(config.dataDir, 'uploads'),
      dataFolder: config.dataDir,
      outgoingAllow: config.outgoingAllow,
      outgoingStrangers: config.outgoingStrangers,
      parts: {
        ...connectionsPart.with(connections),
        ...pageSourcePart.with(async (given, live) =>
          (await import('./page-source.ts')).pageSource(given, log, live),
        ),
        ...doctorPart.with(async () => (await import('./doctor/findings.ts')).findings(config)),
        ...parts,
      },
      mail,
      keys: await readKeys(database.db),
      siteId: await readSiteId(database.db),
      siteUrl: () => config.siteUrl ?? `http://localhost:${config.port}`,
      liveUrl: config.liveUrl,
      version,
      isPublic: isPublic(config),
      actor: null,
      now: () => new Date(),
      report: (message, details) => log.warn(message, details),
      debug: (message, details) => log.debug(message, details),
      changed: () => {},
      features,
    };
    connections.keep(blog);
    // A bucket that does not respond must not delay the start: everything that deletes files checks their owner again.
    const checked = checkFiles(blog).catch((error) =>
      log.debug(messages.imageFilesNotChecked, errorDetails(error)),
    );
    await Promise.race([checked, wait(fileCheckTimeoutMs, undefined, { ref: false })]);
    return { blog, database };
  });
}

/** What the blog has of a configuration that can change while it runs. */
const partsOf = (config: Config, database: OpenDatabase): Pick<Blog, 'mail' | 'parts'> => ({
  mail: config.mail,
  parts: Object.assign({}, ...features.map(({ part }) => part?.(config, database))),
});

/** Creates the administrator of the configuration, if there is none, and lets a new site ask the first questions. */
export async function initializeSite(blog: Blog, config: Config, log: Log): Promise<void> {
  await explainingCorruption(config, async () => {
    await createAdministrator(blog, config, log);
    await openFirstRun(blog);
    for (const { start } of blog.features) await start?.(blog);
  });
}

/** The path of a new claim link; null when the site has an administrator. Only a server that listens makes one and ends others. */
export async function newClaimPath(blog: Blog, { adminUsername }: Config): Promise<string | null> {
  const token = await newClaimToken(blog, adminUsername);
  return token === null ? null : urls.claim(token);
}

async function createAdministrator(blog: Blog, config: Config, log: Log): Promise<void> {
  try {
    if (config.adminPassword !== null) {
      const created = await firstAdministrator(blog, config.adminUsername, config.adminPassword);
      if (created?.weakness) log.warn(messages.adminPasswordRefused(created.weakness));
    }
    for (const username of blog.isPublic ? await weakAdministrators(blog) : [])
      log.warn(messages.weakPassword(username));
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid')
      throw new ConfigProblem(messages.adminPasswordRefused(error.message));
    throw error;
  }
}
