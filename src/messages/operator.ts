/**
 * Messages for the person who runs the server: in the log, at the start and from the commands. Each says what happened and what
 * to do next, and none holds a secret.
 */

// Configuration and start

// Database and migrations

export const changesNotReceived =
  'The connection that reports changes by other processes is lost; reconnecting. Pages are rendered anew until then.';

// Files and S3

// Backups and restore

// Social networks and outgoing requests

// Scheduled jobs
