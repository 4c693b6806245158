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
  })
  .meta({ id: 'BackupState' });
export type BackupState = z.infer<typeof backupState>;
