/**
 * Messages for the person who runs the server: in the log, at the start and from the commands. Each says what happened and what
 * to do next, and none holds a secret.
 */

// Configuration and start

export const unsupportedNode = (major: number) =>
  `Not Terrible needs Node ${major}, which "npm ci" installs with its other packages. Please start it with "npm start".`;
export const siteRunning = (url: string) => `Not Terrible is running at ${url}`;
export const dataLocation = (location: string) => `Its data is in ${location}`;
export const signInAt = (url: string) => `Sign in at ${url}/login`;
export const firstSignIn = (url: string, { username, password }: { username: string; password: string }) =>
  `${signInAt(url)} as ${username} with the password ${password} (shown only once; it expires in a week unless you use it)`;
export const adminPasswordRefused = (reason: string) => `ADMIN_PASSWORD: ${reason}`;
export const weakPassword = (username: string) =>
  `The password of "${username}" is too easy to guess for a public site, so it no longer works. Set a new one: npm run admin -- reset-password`;

export const portInUse = (port: number | undefined) =>
  `Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`;
export const portNotAllowed = (port: number) =>
  `This user may not listen on port ${port}. Set PORT to a number above 1023.`;
export const hostNotAvailable = (host: string | undefined) =>
  `HOST ${host} is not an IP address of this machine.`;
export const dataDirNotWritable = (reason: string) =>
  `DATA_DIR cannot be written (${reason}). Give this user write permission, or set DATA_DIR to another folder.`;

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
export const howToMove = '"npm run move -- --to …" copies a site to PostgreSQL.';

export const untrustedProxy =
  'A request had a forwarding header, but it did not come from a trusted proxy. If this site is behind a proxy, set ' +
  'TRUST_PROXY: until then all visitors share one IP address and its rate limits.';
export const proxyWarningNotSaved = 'The warning about an untrusted proxy could not be saved.';

// Database and migrations

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
  `A move into the database at ${location} was interrupted. Run "npm run move" again to finish it.`;
export const newerDatabase = (location: string): string =>
  `The database at ${location} was written by a newer version of Not Terrible. Start that version instead.`;
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
const separateFiles =
  'Give each site its own DATA_DIR and bucket. If the files do belong to this site, run "npm run images -- claim".';
export const filesOfOtherSite = `The image files belong to another site, so this site never deletes any of them. ${separateFiles}`;
export const filesUnknown = `The database does not know most of the image files, so none of them is ever deleted. ${separateFiles}`;

// Backups and restore

// Social networks and outgoing requests

// Scheduled jobs

export const runsScheduledJobs = 'This process runs the scheduled jobs.';
export const jobFailed = (name: string) => `Scheduled job failed: ${name}`;
