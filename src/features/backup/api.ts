import { z } from 'zod';

export const backup = z
  .object({
    id: z.string(),
    date: z.iso.datetime(),
    bytes: z.int(),
    /** Images in an S3 bucket are not part of the backup. */
    pictures: z.enum(['included', 'in_bucket']),
    /** How many image files of the database were missing. */
    missing: z.int(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backup>;

/** `copy`: of the database; `check`: whether the copy is intact; `pack`: in bytes; `images`: files that the backup refers to. */
const backupStages = ['copy', 'check', 'pack', 'images'] as const;

/** A backup that is being made in the background. */
export const backupJob = z
  .object({
    /** When it was asked for. */
    date: z.iso.datetime(),
    /** What is being done; null while it waits, for another backup for example. */
    progress: z.object({ stage: z.enum(backupStages), done: z.int(), total: z.int() }).nullable(),
  })
  .meta({ id: 'BackupJob' });
export type BackupJob = z.infer<typeof backupJob>;

export const backupState = z
  .object({
    /** How many backups are retained; 0 turns scheduled backups off. */
    keep: z.int(),
    /** The newest backup on this server. */
    newest: backup.nullable(),
    /** When any server of the site made the last backup. */
    date: z.iso.datetime().nullable(),
    /** Set when the last attempt failed. */
    failed: z.object({ date: z.iso.datetime(), message: z.string() }).nullable(),
    /** The backup that was asked for and is not finished. */
    running: backupJob.nullable(),
  })
  .meta({ id: 'BackupState' });
export type BackupState = z.infer<typeof backupState>;
