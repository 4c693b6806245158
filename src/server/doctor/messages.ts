import { commandLine } from '../../platform/messages/command-line.ts';

/** What "doctor" finds: each text names the facts, and each advice what to do about them. */

export const doctorUsage = `Usage: ${commandLine('doctor')}

Checks this installation: Node, settings, data folder, disk, database, images in S3, backups, SITE_URL, what the proxy passes on, mail and
clock. It changes nothing and sends no mail, the site may be running, and it exits with 1 when something has to be done. Run it as the
user and in the folder of the site.`;

export const states = { ok: 'ok     ', warning: 'warning', problem: 'problem' } as const;
export const allGood = 'Everything is fine.';
export const summary = (problems: number, warnings: number): string =>
  [
    problems > 0 && `${problems} ${problems === 1 ? 'problem' : 'problems'}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ]
    .filter(Boolean)
    .join(', ');

export const nodeVersion = (version: string) => `Node ${version}`;
export const useBundledNode =
  'Node 26 or newer is needed. Start the program with "not-terrible" or "npm start", which use the right one.';

export const settingsValid = (files: readonly string[]) =>
  `Settings: ${files.join(' and ') || 'the environment; there is no .env here'}`;
export const settingsInvalid = (problem: string) => `Settings: ${problem}`;
export const correctSetting = (files: readonly string[]) =>
  `Correct it in the environment or in ${files.join(' or ') || '.env'}. The checks that depend on it were left out.`;

export const dataFolder = (folder: string) => `Data folder: ${folder}`;
export const dataFolderAbsent = (folder: string) =>
  `Data folder: ${folder} does not exist yet; a start creates it`;
export const dataFolderNotFolder = (folder: string) => `Data folder: ${folder} is not a folder`;
export const chooseOtherFolder = 'Set DATA_DIR to a folder.';
export const dataFolderNotWritable = (file: string) => `Data folder: this user may not write ${file}`;
export const giveWritePermission = 'Run this as the user of the site, or give this user write permission.';
export const dataFolderOfOther = (file: string, owner: number, user: number) =>
  `Data folder: ${file} belongs to user ${owner}, and this is user ${user}`;
export const runAsOwner = 'Run the site and its commands as the user who owns the data.';
export const dataFolderOpen = (file: string) => `Data folder: other users may read ${file}`;
export const startMakesPrivate =
  'It contains drafts, keys and password hashes. The next start removes their permissions.';

export const freeSpace = (free: string, folder: string) => `Disk: ${free} free for ${folder}`;
export const freeSomeSpace = (database: string) =>
  `Free some space: a backup of the database takes up to ${database}, and a full disk stops all writing.`;
export const freeInodes = (folder: string) => `Disk: almost no more files can be created in ${folder}`;
export const deleteFiles = 'Delete files that are not needed from this disk.';

export const databaseUpToDate = (location: string, version: string) =>
  `Database: ${location}, version ${version}`;
export const databaseOutdated = (location: string, count: number) =>
  `Database: ${location} is ${count} ${count === 1 ? 'migration' : 'migrations'} behind this program`;
export const startMigrates = 'The next start makes a backup and updates the database.';
export const databaseNewer = (location: string) => `Database: ${location} was written by a newer version`;
export const startNewerVersion =
  'Start that version, or restore the backup that was made before the upgrade.';
export const databaseAbsent = (location: string) =>
  `Database: ${location} does not exist yet; a start creates it`;
export const databaseUnusable = (reason: string) => `Database: ${reason}`;
export const databaseOfNothing = (location: string) =>
  `Database: ${location} is empty; a start creates its tables`;

export const siteUrlLocal = (url: string) => `SITE_URL: ${url}, for this machine only`;
export const siteUrlPublic = (url: string) => `SITE_URL: ${url}`;
export const siteUrlMissing = (host: string) =>
  `SITE_URL is not set, but HOST ${host} lets other machines open the site`;
export const setSiteUrl = (url: string) =>
  `Links in feeds and mails point to ${url}. Set SITE_URL to the URL that readers use.`;
export const siteUrlInsecure = (url: string) => `SITE_URL: ${url} is not encrypted`;
export const useHttps =
  'Passwords and cookies can be read on the way. Put a web server with a certificate in front and set SITE_URL to https://…';
export const proxyNotTrusted = (url: string) => `SITE_URL: ${url} needs a proxy, but TRUST_PROXY is not set`;
export const setTrustProxy =
  'Without it all readers share the IP address of the proxy and its rate limits. Usually TRUST_PROXY=1 is right.';

export const clockFine = (now: string) => `Clock: ${now}`;
export const clockBehind = (now: string, newest: string) =>
  `Clock: it is ${now} here, but data was written at ${newest}`;
export const clockDiffers = (seconds: number) =>
  `Clock: it differs from that of the database by ${seconds} seconds`;
export const synchronizeClock =
  'Set the clock and keep it synchronized (for example with systemd-timesyncd): posts would be published at the wrong time and sign-ins fail.';

export const notClaimed = 'Owner: the site is not claimed yet';
export const claimIt = `Open the claim link that its start printed, or print a new one with "${commandLine('admin', 'claim')}".`;

export const mailOff = 'Mail: off, because SMTP_URL is not set';
export const mailAccepted = (server: string, hasLogin: boolean) =>
  `Mail: ${server} ${hasLogin ? 'lets the site sign in' : 'answers'}`;
export const mailRefused = (server: string, reason: string) => `Mail: ${server}: ${reason}`;
export const checkSmtpUrl =
  'Correct SMTP_URL, or ask the provider of the mail server. Mails wait until it works; Settings → Mail has a test that shows the whole conversation.';

export const bucketReadable = (bucket: string) => `Images: bucket ${bucket}`;
export const bucketRefused = (bucket: string, reason: string) => `Images: bucket ${bucket}: ${reason}`;
export const checkS3 =
  'Correct S3_ENDPOINT, S3_REGION and the keys. Without the bucket the site shows no images.';

export const notRunning = (url: string) =>
  `Requests: nothing answers at ${url}. What the proxy passes on is checked while the site runs`;
export const otherProgram = (url: string) => `Requests: a program that is not this site answers at ${url}`;
export const endOtherProgram = 'End it, or set PORT to another number, here and in the proxy.';
export const siteAnswers = (url: string) => `Requests: the site answers at ${url}`;
export const siteUrlSilent = (url: string, reason: string) => `Requests: ${url} does not answer: ${reason}`;
export const repairProxy =
  'The site itself runs. Check the DNS record, the certificate, the firewall and the proxy; a machine behind a router may be unable to reach its own public address.';
export const siteUrlOther = (url: string, status: number) =>
  `Requests: ${url} is answered by another program (status ${status})`;
export const pointProxyHere = (port: number) =>
  `Let the proxy pass requests on to port ${port} of this machine.`;
export const proxyArrives = (url: string) => `Requests: those to ${url} arrive with the addresses of readers`;
export const addressInvented = (url: string) =>
  `Requests: clients can invent their IP address at ${url} (X-Forwarded-For)`;
export const lowerTrust =
  'Rate limits and blocks can be evaded. Set TRUST_PROXY to the number of proxies, or let the proxy replace X-Forwarded-For.';
export const addressMissing = (url: string, peer: string) =>
  `Requests: those to ${url} all seem to come from ${peer}`;
export const passAddressOn = (isTrusted: boolean) =>
  `Readers share one rate limit. ${isTrusted ? 'Let the proxy send X-Forwarded-For.' : 'Set TRUST_PROXY to the number of proxies, usually 1.'}`;
export const hostLost = (url: string, host: string) =>
  `Requests: the proxy replaces the host of ${url} with ${host}`;
export const passHostOn = 'Let it pass the Host header on (nginx: proxy_set_header Host $host).';
export const forwardedUntrusted = (header: string, date: string) =>
  `Requests: a proxy that is not trusted sent ${header} since ${date}`;
