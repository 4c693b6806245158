/**
 * Messages for the person who runs the server: in the log, at the start and from the commands. Each says what happened and what
 * to do next, and none holds a secret.
 */

// Configuration and start

// Database and migrations

// Files and S3

// Backups and restore

// Social networks and outgoing requests

// Scheduled jobs
