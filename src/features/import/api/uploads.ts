import { z } from 'zod';
import { importFileBytes } from '../../../platform/http/api/limits.ts';
import { date, numeral, text } from '../../../platform/http/api/text.ts';
import { importFileTooLarge } from '../messages/uploads.ts';

/** The file of an import is sent in portions, so that an upload survives lost connections, reloads and restarts. */
export const importUpload = z
  .object({
    id: z.string(),
    name: z.string(),
    size: z.int().positive(),
    /** As the browser knows it, in milliseconds; it tells files of the same name and size apart. */
    last_modified: z.int().nonnegative(),
    /** How many bytes are stored durably. The next portion starts here. */
    offset: z.int().nonnegative(),
    finished: z.boolean(),
    date_added: date,
  })
  .meta({ id: 'ImportUpload' });
export type ImportUpload = z.infer<typeof importUpload>;

export const newImportUpload = z.object({
  name: text(255),
  size: z.int().positive().max(importFileBytes, importFileTooLarge(importFileBytes)),
  last_modified: z.int().nonnegative(),
});
export type NewImportUpload = z.infer<typeof newImportUpload>;

export const importUploadId = z.object({ id: text(100) });
export const importChunkQuery = z.object({ offset: numeral(0, importFileBytes) });

export const importUploadsPath = '/api/admin/imports/uploads';
