import { z } from 'zod';
import { download, route } from '../../platform/http/api/route.ts';
import { text } from '../../platform/http/api/text.ts';
import { backup, backupState } from './api.ts';
import * as backups from './backups.ts';

export const backupRoutes = [
  route('GET', '/api/admin/backups', 'All backups on this server, newest first', {
    response: z.array(backup),
    handle: ({ blog }) => backups.listBackups(blog),
  }),
  route('GET', '/api/admin/backup-jobs', 'The last backup, and one that is being made', {
    response: backupState,
    handle: ({ blog }) => backups.backupState(blog),
  }),
  route('POST', '/api/admin/backup-jobs', 'Start a backup in the background, unless one is being made', {
    status: 202,
    response: backupState,
    handle: ({ blog }) => backups.startBackup(blog),
  }),
  route('POST', '/api/admin/backups', 'Create a backup now; the response comes when it is complete', {
    status: 201,
    response: backup,
    handle: ({ blog }) => backups.backUpNow(blog),
  }),
  download('/api/admin/backups/:id', 'Download a backup as an archive', {
    // A backup contains password hashes and keys.
    recentlyAuthenticated: true,
    params: z.object({ id: text(100) }),
    type: 'application/x-tar',
    handle: ({ blog, params }) => backups.openBackup(blog, params.id),
  }),
];
