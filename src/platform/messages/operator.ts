/**
 * Messages for the person who runs the server: in the log, at the start and from the commands. Each says what happened and what
 * to do next, and none holds a secret.
 */

import { commandLine } from './command-line.ts';

// Configuration and start

export const unsupportedNode = (major: number) =>
  `Not Terrible needs Node ${major}, which "npm ci" installs with its other packages. Please start it with "npm start".`;
export const helpOf = (command: string) => `"${commandLine(command, '--help')}" explains the command.`;
export const invalidSetting = (name: string, expected: string, value: string) =>
  `${name} must be ${expected}, not "${value}".`;
export const incompleteSettings = (missing: readonly string[], given: readonly string[]) =>
  `${missing.join(', ')} must be set too, because ${given.join(', ')} is set.`;
export const invalidDatabaseUrl = 'DATABASE_URL must look like postgres://user:password@host:5432/name.';
export const invalidSmtpUrl =
  'SMTP_URL must look like smtps://user:password@mail.example.org:465 or smtp://user:password@mail.example.org:587.';
export const invalidImapUrl = 'IMAP_URL must look like imaps://user:password@mail.example.org:993.';
export const invalidMetricsToken = 'METRICS_TOKEN must have at least 16 characters and no spaces.';
export const invalidSecretsKey =
  'SECRETS_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them.';
export const connectionUnreadable = (name: string) =>
  `The stored credentials of "${name}" were encrypted with another key. Restore secrets.key or SECRETS_KEY, or enter them again in the admin area.`;
export const strangersOnPublicSite =
  'OUTGOING_STRANGERS is for tests: on a site that other machines can open, anyone could reach your private network. Remove it.';
export const siteRunning = (url: string) => `Not Terrible is running at ${url}`;
export const dataLocation = (location: string) => `Its data is in ${location}`;
export const signInAt = (url: string) => `Sign in at ${url}/login`;
export const adminPasswordRefused = (reason: string) => `ADMIN_PASSWORD: ${reason}`;
export const weakPassword = (username: string) =>
  `The password of "${username}" is too easy to guess for a public site, so it no longer works. Set a new one: ${commandLine('admin', 'reset-password')}`;

export const portInUse = (port: number | undefined) =>
  `Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`;
export const portNotAllowed = (port: number) =>
  `This user may not listen on port ${port}. Set PORT to a number above 1023.`;
export const hostNotAvailable = (host: string | undefined) =>
  `HOST ${host} is not an IP address of this machine.`;
export const dataDirNotWritable = (reason: string) =>
  `DATA_DIR cannot be written (${reason}). Give this user write permission, or set DATA_DIR to another folder.`;
export const dataOfOtherUser = (data: { file: string; owner: number; user: number; dataDir: string }) =>
  `DATA_DIR cannot be written: ${data.file} belongs to user ${data.owner}, and this program runs as user ${data.user}. As root, run "chown -R ${data.user} ${data.dataDir}" (for a container: on the folder that is mounted there), or run it as user ${data.owner}.`;

export const workerFailed = (reason: string | number) =>
  `A web process exited before it accepted requests (${reason}).`;
export const workerExited = 'A web process exited; starting another one.';
export const workersKeepExiting = 'The web processes exit as soon as they start. Giving up.';
export const workerUnreachable = 'A web process could not be reached.';

export const isSiteDatabase = (file: string) => `${file} is the database of a site`;
export const belongsToSite = (location: string) => `${location} belongs to a site`;
export const containsBackups = (folder: string) => `${folder} contains backups`;
export const otherProcessesUseIt = 'other processes use it';
export const emptyDatabaseOfExistingSite = (location: string, evidence: readonly string[]) =>
  `The database at ${location} is empty, but ${evidence.join(' and ')}.`;
export const howToMove = `"${commandLine('move', '--to …')}" copies a site to PostgreSQL.`;

export const untrustedProxy =
  'A request had a forwarding header, but it did not come from a trusted proxy. If this site is behind a proxy, set ' +
  'TRUST_PROXY: until then all visitors share one IP address and its rate limits.';
export const proxyWarningNotSaved = 'The warning about an untrusted proxy could not be saved.';

export const assetsNotKept =
  'The scripts of this version could not be stored in DATA_DIR/assets. Pages that are open during the next upgrade will have to be loaded again.';

// Database and migrations

export const programReplaced =
  'A newer version of the program was installed while the site runs. Restart the site: jobs wait until then.';
export const migrationsApplied = 'Applied database migrations.';
export const databaseConnectionLost = 'A database connection was lost.';
export const sqliteUnusable = (reason: string) =>
  `The SQLite database in DATA_DIR cannot be used: ${reason}.`;
export const databaseUnreachable = (code: string) =>
  `The database of DATABASE_URL cannot be reached (${code}). Is it running, and is the URL right?`;
export const databaseRefused = (reason: string) => `The database of DATABASE_URL refused: ${reason}.`;
export const changesNotReceived =
  'The connection that reports changes by other processes is lost; reconnecting. Pages are rendered anew until then.';
export const restoreCorruptDatabase = 'The database is corrupt. Stop the site and restore the latest backup.';
export const tablesReferInCircle = (tables: readonly string[]): string =>
  `The tables ${tables.join(', ')} reference each other in a circle, so they cannot be copied in order.`;
export const schemasDiffer =
  'The tables of the two databases differ although both have the same version. Move into an empty database.';
export const otherDatabase = (location: string): string =>
  `The database at ${location} belongs to another program. Choose an empty database.`;
export const interruptedMove = (location: string): string =>
  `A move into the database at ${location} was interrupted. Run "${commandLine('move')}" again to finish it.`;
export const newerDatabase = (location: string): string =>
  `The database at ${location} was written by a newer version of Not Terrible. Start that version instead.`;
export const noBackupBeforeUpgrade = (folder: string): string =>
  `There is no backup in ${folder} from before the upgrade. If you have one elsewhere, stop the site and run "${commandLine('restore', '--replace FILE')}" to go back to it.`;
/** `move` copies the restored SQLite database to PostgreSQL; null where that is not needed. */
export const backupBeforeUpgrade = (
  { made, version }: { made: string; version: string },
  backup: string,
  move: string | null,
): string => {
  const steps = [
    `"${commandLine('restore', `--replace ${backup}`)}"`,
    ...(move === null ? [] : [`"${move}" with the URL of an empty database, and set DATABASE_URL to it`]),
  ];
  return `Or go back to the last backup from before the upgrade, made ${made} by version ${version}, without what was written since: stop the site, run ${steps.join(', then ')}, and start this version again.`;
};
export const moveRestored = (dataDir: string): string =>
  commandLine('move', `--from ${dataDir} --to postgres://…`);
export const targetNotEmpty = (location: string, table: string): string =>
  `The database at ${location} is not empty: it has rows in "${table}". Move into an empty database.`;
export const noSiteInDatabase = (location: string): string =>
  `The database at ${location} does not contain a Not Terrible site.`;
export const databaseOfOtherVersion = (location: string, advice: string): string =>
  `The database at ${location} was written by another version of Not Terrible. ${advice}`;
export const sourceOfOtherVersion = 'Start this version once to bring it up to date, then move it.';
export const interruptedMoveVersion = 'Move into an empty database instead.';
export const noDatabaseFile = (file: string): string => `There is no database at ${file}.`;
export const databaseFileMoved = (file: string): string =>
  `${file} was moved, replaced or deleted while the site is running, so nothing is written to it. Put the file back together with its -wal file, or restart the site.`;
export const databaseNotAnswering = 'The database does not answer.';

// Files and S3

export const imageFilesNotChecked = 'The image files could not be checked.';
export const fileMadePrivate =
  'A file of the site was readable by other users of this machine; now it is private.';
export const fileNotPrivate =
  'A file of the site is readable by other users of this machine. Please remove their permissions.';
export const notOwner =
  'These files do not belong to this site as far as it knows, so none of them is deleted.';
export const copyTargetOfOtherSite = (location: string, site: string): string =>
  `${location} belongs to another site (${site}). Choose an empty location.`;
export const copyTargetNotEmpty = (location: string, files: number): string =>
  `${location} is not empty: it has ${files} ${files === 1 ? 'file' : 'files'} that the source does not have. Choose an empty location.`;
export const fileGoneDuringCopy = (name: string): string =>
  `${name} was deleted during the copy. Stop the site, then run this again.`;
export const fileDiffersAfterCopy = (name: string): string =>
  `${name} differs after it was copied. Run this again.`;
export const unusedImageFiles = (unused: number, files: number): string =>
  `No image uses ${unused} of ${files} image files. They are left in place; "${commandLine('images', 'sweep')}" moves them to the trash.`;
export const unusedFileTrashed = 'Moved an image file that no image uses to the trash for 30 days.';
export const trashedFileDeleted = 'Deleted an image file that was in the trash for 30 days.';
export const filesLeftInPlace =
  'The files of a deleted image were left in place, because they may belong to another site.';
export const fileMovePending =
  'The files of a deleted or restored image could not be moved. It is tried again within the hour.';
export const replacedFilesLeft =
  'The files of a replaced image could not be removed. The daily check of unused files moves them to the trash.';
export const storedImageMissing = (name: string): string => `The image file ${name} is missing.`;
const separateFiles = `Give each site its own DATA_DIR and bucket. If the files do belong to this site, run "${commandLine('images', 'claim')}".`;
export const filesOfOtherSite = `The image files belong to another site, so this site never deletes any of them. ${separateFiles}`;
export const filesUnknown = `The database does not know most of the image files, so none of them is ever deleted. ${separateFiles}`;

// Backups and restore

export const backingUpBeforeMigration =
  'Making a backup before migrating the database. The site starts afterwards; a large one takes a while.';
export const backedUpBeforeMigration = (id: string): string =>
  `Made the backup ${id} before migrating the database.`;
export const copiedBeforeMigration =
  'Copied the database before migrating it. A backup of the copy is made after the start.';
export const backupBeforeMigrationFailed = (reason: string): string =>
  `The database has to be migrated, but the backup before the migration failed: ${reason}. Nothing was changed. Fix the cause, or set BACKUPS_KEEP=0 to migrate without a backup.`;
export const otherBackupStuck = 'the backup of another process does not finish';
export const compressedDataCorrupt = 'The compressed data is corrupt or truncated.';
export const restoreInterrupted = (dataDir: string): string =>
  `A restore into ${dataDir} was interrupted. Run the same "${commandLine('restore')}" again; it starts over.`;
export const databaseMissing = (file: string, traces: readonly string[], advice: string): string =>
  `There is no database at ${file}, but there was one${traces.length > 0 ? `: ${traces.join(' and ')}` : ''}. If it was moved, put it back together with blog.sqlite-wal. ${advice}`;
export const databaseOfOtherProgram = (file: string, reason: string): string =>
  `The SQLite database in DATA_DIR cannot be used: ${file} belongs to another program (${reason}). It was left unchanged. Set DATA_DIR to another folder.`;
export const databaseCorrupt = (file: string, reason: string, advice: string): string =>
  `The SQLite database in DATA_DIR cannot be used: ${file} is corrupt (${reason}). It was left unchanged. ${advice}`;
export const newSiteAdvice =
  'To start a new site instead, set DATA_DIR to a new folder, and S3_BUCKET, if you use one, to an empty bucket.';
export const noBackupAdvice = (folder: string): string =>
  `There is no backup in ${folder}. If you have one elsewhere, "${commandLine('restore', 'FILE')}" restores it into an empty DATA_DIR.`;
export const restoreAdvice = (made: string, dataDir: string, backup: string): string =>
  `The last backup is of ${made}. Run "DATA_DIR=${dataDir}-restored ${commandLine('restore', backup)}" to restore it into a new folder, then set DATA_DIR to that folder.`;
export const backupFileExists = (file: string): string =>
  `${file} already exists, and a backup never replaces a file. Choose another name.`;
export const backupSummary = (images: number, megabytes: string, missing: readonly string[]): string =>
  `the database and ${images} image files, ${megabytes} MB.${
    missing.length === 0
      ? ''
      : ` ${missing.length} image files that the database refers to were missing: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}.`
  }`;
export const notAnArchive = "This file isn't a backup archive, or it is corrupt.";
export const archiveTruncated = 'The archive is truncated.';
export const archiveCorrupt = 'The archive is corrupt.';
export const archiveHasSpecialFile = (name: string): string =>
  `The archive contains something that is not a plain file (${JSON.stringify(name.slice(0, 200))}).`;
export const changedWhileRead = (name: string): string => `${name} changed while it was being read.`;
export const archiveNameTooLong = (name: string): string => `${name} is too long a name for an archive.`;
export const manifestUnreadable = 'The manifest of the backup cannot be read.';
export const manifestUnknown =
  'The manifest of the backup has a format that this version does not understand.';
export const manifestCorrupt = 'The manifest of the backup is corrupt.';
export const manifestInconsistent = 'The manifest of the backup is inconsistent.';
export const manifestMissing = 'The backup is truncated: its manifest is missing.';
export const noSuchBackup = (backup: string): string => `There is no backup at ${backup}.`;
export const restoreTargetNotEmpty = (dataDir: string): string =>
  `${dataDir} is not empty. Set DATA_DIR to an empty or new folder, or, to go back to an earlier state of the site in it, stop the site and use "${commandLine('restore', '--replace')}".`;
export const restoreNeedsSpace = (dataDir: string, needed: number, free: number): string =>
  `There is not enough space in ${dataDir}: the restore needs ${needed} bytes, and ${free} bytes are free. Free some space, or set DATA_DIR to a folder on a larger disk.`;
export const unexpectedBackupFile = (name: string): string =>
  `${JSON.stringify(name.slice(0, 200))} does not belong in a Not Terrible backup. Nothing was restored.`;
export const backupIncomplete = (name: string): string => `The backup is incomplete: ${name} is missing.`;
export const backupChecksumWrong = (name: string): string =>
  `The backup is corrupt: the checksum of ${name} does not match.`;
export const backupDatabaseTooLarge = 'The backup is corrupt: its database is too large.';
export const backupDatabaseTooSmall = 'The backup is corrupt: its database is too small.';
export const backupOfNewerVersion =
  'The backup was made by a newer version of Not Terrible. Restore it with that version.';
export const backupOfOtherSite = (dataDir: string): string =>
  `The backup is of another site than the one in ${dataDir}. Set DATA_DIR to an empty or new folder.`;
export const backupDatabaseCorrupt = (problem: string): string =>
  `The database in the backup is corrupt: ${problem}.`;
export const backupDatabaseMismatch =
  'The database in the backup is not the one that its manifest describes.';
export const corruptNotBackedUp = (problem: string): string =>
  `The database is corrupt (${problem}), so no backup was made of it.`;
export const missingFromBackup = (name: string): string => `${name} is missing from the backup.`;

// Social networks and outgoing requests

// Commands

export const passwordReset = (username: string, password: string) =>
  `The password of ${username} is now ${password}`;
export const secondFactorReset = (username: string) =>
  `${username} can sign in with the password alone. Passkeys and recovery codes were removed.`;
export const noSuchAdministrator = (username: string) => `There is no administrator called "${username}".`;

export const backupWritten = (file: string, content: string) => `${file} contains ${content}`;
export const backupRestored = (dataDir: string, date: string, content: string) =>
  `${dataDir} contains the site as of ${date}: ${content}`;
export const databaseSetAside = (folder: string): string =>
  `The database that was replaced is in ${folder}. Delete that folder when you no longer need it.`;
export const restoredToSqlite = (dataDir: string) =>
  `It is a SQLite database. "${commandLine('move', `--from ${dataDir} --to …`)}" copies it to an empty PostgreSQL database.`;

export const imagesRebuilt = (count: number) => `${count} images were rebuilt.`;
export const unusedFiles = (unused: number, total: number) =>
  `${unused} of ${total} files are not used by any image.`;
export const filesTrashed = (count: number) =>
  `${count} were moved to the trash for 30 days; "${commandLine('images', 'restore')}" moves them back.`;
export const filesRestored = (count: number) => `${count} files were restored.`;
export const filesLeftInTrash = (count: number) =>
  `${count} stay in the trash, because files with the same names exist.`;
export const filesClaimed = (siteId: string) => `The image files belong to this site (${siteId}).`;
export const filesNotOwned = (siteId: string, owner: string | null, known: number, total: number) =>
  `The image files ${owner === null ? 'have not been claimed by any site' : `belong to the site ${owner}`}. This is the ` +
  `site ${siteId}, whose database knows ${known} of the ${total} files. If they belong to it, run: ${commandLine('images', 'claim')}` +
  `${owner === null ? '' : ` --replace ${owner}`}`;

const decimal = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });
export const invalidMoveTarget = (option: string) =>
  `${option} must be a data folder, or look like postgres://user:password@host:5432/name.`;
export const bucketNotConfigured =
  'Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to use a bucket.';
export const noSiteIn = (dataDir: string) => `There is no site in ${dataDir}: it has no blog.sqlite.`;
export const movingDatabase = (from: string, to: string) => `From ${from}\nto   ${to}`;
export const movingImages = (from: string, to: string) => `Images from ${from}\nto ${to}`;
export const sourceInUse =
  'A site is using the source right now. What it changes from now on will not be moved.';
export const moveDiffers = (tables: readonly string[]) =>
  `After the move, ${tables.join(', ')} differ. Only this command may write to the target; run it again with an empty one.`;
export const sourceChanged = (tables: readonly string[]) =>
  `The source changed during the move (${tables.join(', ')}). Stop the site and run this again: it starts over.`;
export const searchIncomplete = (indexed: number, total: number) =>
  `The search index has ${indexed} of ${total} posts. Run this again with an empty target.`;
export const databaseCopied = (rows: number, tables: number) =>
  `${decimal(rows)} rows of ${tables} tables are the same in both.`;
export const startWithPostgres = 'Set DATABASE_URL to the new database and start the site.';
export const startWithSqlite = (dataDir: string) =>
  `Set DATA_DIR to ${dataDir}, unset DATABASE_URL and start the site.`;
export const imagesCopied = (files: number, bytes: number) =>
  `${decimal(files)} files with ${decimal(bytes / 1_000_000)} MB are the same in both.`;
export const startWithBucket = 'Keep the S3_ variables set and start the site.';
export const startWithImageFolder = (dataDir: string) =>
  `Unset the S3_ variables, set DATA_DIR to ${dataDir} and start the site.`;

// Scheduled jobs

export const runsScheduledJobs = 'This process runs the scheduled jobs.';
export const jobFailed = (name: string) => `Scheduled job failed: ${name}`;
export const itemFailed = 'A part of the work failed and will be tried again. The rest went on.';
export const queueWoken = 'Work was waiting without a job, so it was started again.';
export const mailQueueFull =
  'Too many mails wait to be sent, so a new one was dropped. Check in Settings → Mail whether the SMTP server can be reached.';
export const mailsExpired =
  'Mails waited for too long and are not sent any more. Check in Settings → Mail whether the SMTP server can be reached.';
export const mailNotComposed = 'A mail could not be written. It is tried again for about a day.';
export const jobProcessFailed = 'The process that runs jobs ended unexpectedly; it will be started again.';

// Imports

export const noSuchFile = (name: string) => `There is no file or folder "${name}".`;
export const importWaits = 'Another import is running. This one starts when that is done.';
export const importInterrupted = 'The import was interrupted. Repeat the command to continue it.';
export const moreItems = (count: number, outcome: string) =>
  `  … and ${count.toLocaleString('en')} more (${outcome}); the admin area shows all of them.`;

// The fediverse

export const keysNotMade =
  'The keys of the fediverse account could not be stored. The next request for the account tries again.';

export const inboxRowFailed = 'An activity of the fediverse could not be processed. It is tried again later.';

export const statisticsNotStored =
  'Statistics could not be stored. They stay in memory until the next attempt.';
export const statisticsNotSwitched =
  'Statistics could not be switched on or off. Visitors may not be counted until the next start.';

export const fileExists = (file: string): string =>
  `${file} already exists. Choose another name; an existing file is never replaced.`;
export const copyWritten = (folder: string): string =>
  `The copy is in ${folder}. Any web server can serve that folder as the root of a site.`;
