/**
 * Messages for the person who runs the server: in the log, at the start and from the commands. Each says what happened and what
 * to do next, and none holds a secret.
 */

// Configuration and start

export const untrustedProxy =
  'A request had a forwarding header, but it did not come from a trusted proxy. If this site is behind a proxy, set ' +
  'TRUST_PROXY: until then all visitors share one IP address and its rate limits.';
export const proxyWarningNotSaved = 'The warning about an untrusted proxy could not be saved.';

// Database and migrations

export const changesNotReceived =
  'The connection that reports changes by other processes is lost; reconnecting. Pages are rendered anew until then.';
export const restoreCorruptDatabase = 'The database is corrupt. Stop the site and restore the latest backup.';

// Files and S3

// Backups and restore

// Social networks and outgoing requests

// Scheduled jobs
