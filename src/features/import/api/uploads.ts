import { z } from 'zod';
import { importFileBytes } from '../../../platform/http/api/limits.ts';
import { date, numeral, text } from '../../../platform/http/api/text.ts';
import { importFileTooLarge } from '../messages/uploads.ts';

/*
 * The file of an import is sent in portions, so that an upload survives lost connections, reloads and restarts:
 *
 * GET    /api/admin/imports/uploads             those that are not finished
 * POST   /api/admin/imports/uploads             `newImportUpload`, 201; 200 with the one that was begun for the same file before
 * GET    /api/admin/imports/uploads/:id         tells how much has arrived
 * PUT    /api/admin/imports/uploads/:id?offset  the next portion as plain bytes; sending one again changes nothing
 * POST   /api/admin/imports/uploads/:id/finish  after the last portion; the id is then accepted by POST /api/admin/imports
 * DELETE /api/admin/imports/uploads/:id         abandons it
 */

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
