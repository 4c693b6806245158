import { commandLine } from '../../platform/messages/command-line.ts';
import { plural, t } from '../../platform/messages/translate.ts';

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

// Only the command finds these.

export const settingsValid = (files: readonly string[]) =>
  `Settings: ${files.join(' and ') || 'the environment; there is no .env here'}`;
export const settingsInvalid = (problem: string) => `Settings: ${problem}`;
export const correctSetting = (files: readonly string[]) =>
  `Correct it in the environment or in ${files.join(' or ') || '.env'}. The checks that depend on it were left out.`;

// The admin area shows these in the language of the person.

export const useBundledNode = t(
  'Node 26 or newer is needed. Start the program with "not-terrible" or "npm start", which use the right one.',
);
export const dataFolder = (folder: string) => t('Data folder: {folder}', { folder });
export const dataFolderAbsent = (folder: string) =>
  t('Data folder: {folder} does not exist yet; a start creates it', { folder });
export const dataFolderNotFolder = (folder: string) => t('Data folder: {folder} is not a folder', { folder });
export const chooseOtherFolder = t('Set DATA_DIR to a folder.');
export const dataFolderNotWritable = (file: string) =>
  t('Data folder: this user may not write {file}', { file });
export const giveWritePermission = t('Run this as the user of the site, or give this user write permission.');
export const dataFolderOfOther = (file: string, owner: number, user: number) =>
  t('Data folder: {file} belongs to user {owner}, and this is user {user}', {
    file,
    owner: String(owner),
    user: String(user),
  });
export const runAsOwner = t('Run the site and its commands as the user who owns the data.');
export const dataFolderOpen = (file: string) => t('Data folder: other users may read {file}', { file });
export const startMakesPrivate = t(
  'It contains drafts, keys and password hashes. The next start removes their permissions.',
);
export const freeSpace = (free: string, folder: string) =>
  t('Disk: {free} free for {folder}', { free, folder });
export const freeSomeSpace = (database: string) =>
  t('Free some space: a backup of the database takes up to {database}, and a full disk stops all writing.', {
    database,
  });
export const freeInodes = (folder: string) =>
  t('Disk: almost no more files can be created in {folder}', { folder });
export const deleteFiles = t('Delete files that are not needed from this disk.');
export const databaseUpToDate = (location: string, version: string) =>
  t('Database: {location}, version {version}', { location, version });
export const databaseOutdated = (location: string, count: number) =>
  plural(
    count,
    {
      one: 'Database: {location} is {count} migration behind this program',
      other: 'Database: {location} is {count} migrations behind this program',
    },
    { location },
  );
export const startMigrates = t('The next start makes a backup and updates the database.');
export const databaseNewer = (location: string) =>
  t('Database: {location} was written by a newer version', { location });
export const startNewerVersion = t(
  'Start that version, or restore the backup that was made before the upgrade.',
);
export const databaseAbsent = (location: string) =>
  t('Database: {location} does not exist yet; a start creates it', { location });
export const databaseUnusable = (reason: string) => t('Database: {reason}', { reason });
export const databaseOfNothing = (location: string) =>
  t('Database: {location} is empty; a start creates its tables', { location });
export const siteUrlLocal = (url: string) => t('SITE_URL: {url}, for this machine only', { url });
export const siteUrlPublic = (url: string) => `SITE_URL: ${url}`;
export const siteUrlMissing = (host: string) =>
  t('SITE_URL is not set, but HOST {host} lets other machines open the site', { host });
export const setSiteUrl = (url: string) =>
  t('Links in feeds and mails point to {url}. Set SITE_URL to the URL that readers use.', { url });
export const siteUrlInsecure = (url: string) => t('SITE_URL: {url} is not encrypted', { url });
export const useHttps = t(
  'Passwords and cookies can be read on the way. Put a web server with a certificate in front and set SITE_URL to https://…',
);
export const proxyNotTrusted = (url: string) =>
  t('SITE_URL: {url} needs a proxy, but TRUST_PROXY is not set', { url });
export const setTrustProxy = t(
  'Without it all readers share the IP address of the proxy and its rate limits. Usually TRUST_PROXY=1 is right.',
);
export const clockFine = (now: string) => t('Clock: {now}', { now });
export const clockBehind = (now: string, newest: string) =>
  t('Clock: it is {now} here, but data was written at {newest}', { now, newest });
export const clockDiffers = (seconds: number) =>
  t('Clock: it differs from that of the database by {seconds} seconds', { seconds });
export const synchronizeClock = t(
  'Set the clock and keep it synchronized (for example with systemd-timesyncd): posts would be published at the wrong time and sign-ins fail.',
);
export const notClaimed = t('Owner: the site is not claimed yet');
export const claimIt = () =>
  t('Open the claim link that its start printed, or print a new one with "{command}".', {
    command: commandLine('admin', 'claim'),
  });
export const mailOff = t('Mail: off, because no mail server is set');
const mailSignsIn = (server: string) => t('Mail: {server} lets the site sign in', { server });
const mailAnswers = (server: string) => t('Mail: {server} answers', { server });
export const mailAccepted = (server: string, hasLogin: boolean) =>
  hasLogin ? mailSignsIn(server) : mailAnswers(server);
export const mailRefused = (server: string, reason: string) =>
  t('Mail: {server}: {reason}', { server, reason });
export const checkSmtpUrl = t(
  'Correct the mail server under Settings → Connections or in SMTP_URL, or ask its provider. Mails wait until it works; Settings → Mail has a test that shows the whole conversation.',
);
export const bucketReadable = (bucket: string) => t('Images: bucket {bucket}', { bucket });
export const bucketRefused = (bucket: string, reason: string) =>
  t('Images: bucket {bucket}: {reason}', { bucket, reason });
export const checkS3 = t(
  'Correct S3_ENDPOINT, S3_REGION and the keys. Without the bucket the site shows no images.',
);
export const notRunning = (url: string) =>
  t('Requests: nothing answers at {url}. What the proxy passes on is checked while the site runs', { url });
export const otherProgram = (url: string) =>
  t('Requests: a program that is not this site answers at {url}', { url });
export const endOtherProgram = t('End it, or set PORT to another number, here and in the proxy.');
export const siteAnswers = (url: string) => t('Requests: the site answers at {url}', { url });
export const siteUrlSilent = (url: string, reason: string) =>
  t('Requests: {url} does not answer: {reason}', { url, reason });
export const repairProxy = t(
  'The site itself runs. Check the DNS record, the certificate, the firewall and the proxy; a machine behind a router may be unable to reach its own public address.',
);
export const siteUrlOther = (url: string, status: number) =>
  t('Requests: {url} is answered by another program (status {status})', { url, status: String(status) });
export const pointProxyHere = (port: number) =>
  t('Let the proxy pass requests on to port {port} of this machine.', { port: String(port) });
export const proxyArrives = (url: string) =>
  t('Requests: those to {url} arrive with the addresses of readers', { url });
export const addressInvented = (url: string) =>
  t('Requests: clients can invent their IP address at {url} (X-Forwarded-For)', { url });
export const lowerTrust = t(
  'Rate limits and blocks can be evaded. Set TRUST_PROXY to the number of proxies, or let the proxy replace X-Forwarded-For.',
);
export const addressMissing = (url: string, peer: string) =>
  t('Requests: those to {url} all seem to come from {peer}', { url, peer });
const sendForwarded = t('Readers share one rate limit. Let the proxy send X-Forwarded-For.');
const countProxies = t('Readers share one rate limit. Set TRUST_PROXY to the number of proxies, usually 1.');
export const passAddressOn = (isTrusted: boolean) => (isTrusted ? sendForwarded : countProxies);
export const hostLost = (url: string, host: string) =>
  t('Requests: the proxy replaces the host of {url} with {host}', { url, host });
export const passHostOn = t('Let it pass the Host header on (nginx: proxy_set_header Host $host).');
export const forwardedUntrusted = (header: string, date: string) =>
  t('Requests: a proxy that is not trusted sent {header} since {date}', { header, date });
