import { z } from 'zod';

export const backup = z
  .object({
    id: z.string(),
    date: z.iso.datetime(),
    bytes: z.int(),
    /** Pictures of a bucket stay there. */
    pictures: z.enum(['included', 'in_bucket']),
    /** Picture files that the database names and that were not there. */
    missing: z.int(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backup>;

export const backupState = z
  .object({
    /** How many are kept; 0: the site makes none by itself. */
    keep: z.int(),
    /** The newest that this server has. */
    newest: backup.nullable(),
    /** When any server of the site made the last one. */
    date: z.iso.datetime().nullable(),
    /** Why the last attempt failed, if it did. */
    failed: z.object({ date: z.iso.datetime(), message: z.string() }).nullable(),
  })
  .meta({ id: 'BackupState' });
export type BackupState = z.infer<typeof backupState>;
