import { z } from 'zod';
import * as backups from '../../../blog/maintenance/backups.ts';
import { backup } from '../../../contract/backups.ts';
import { text } from '../../../contract/text.ts';
import { download, route } from '../route.ts';

export const backupRoutes = [
  route('GET', '/api/admin/backups', 'The backups that this server keeps, newest first', {
    answer: z.array(backup),
    handle: ({ blog }) => backups.listBackups(blog),
  }),
  route('POST', '/api/admin/backups', 'Make a backup now', {
    status: 201,
    answer: backup,
    handle: ({ blog }) => backups.backUpNow(blog),
  }),
  download('/api/admin/backups/:id', 'One backup as an archive', {
    // It holds password hashes and keys.
    confirmed: true,
    params: z.object({ id: text(100) }),
    type: 'application/x-tar',
    handle: ({ blog, params }) => backups.openBackup(blog, params.id),
  }),
];
