import { accountsAdmin } from '../core/accounts/admin/module.ts';
import { commentsAdmin } from '../core/comments/admin/module.ts';
import { imagesAdmin } from '../core/images/admin/module.ts';
import { redirectsAdmin } from '../core/redirects/admin/module.ts';
import { siteAdmin } from '../core/site/admin/module.ts';
import type { PublicSite } from '../core/site/api/site.ts';
import { taxonomyAdmin } from '../core/taxonomy/admin/module.ts';
import { writingAdmin } from '../core/writing/admin/module.ts';
import { appsAdmin } from '../features/apps/admin/module.ts';
import { backupAdmin } from '../features/backup/admin/module.ts';
import { conversationAdmin } from '../features/conversation/admin/module.ts';
import { credentialsAdmin } from '../features/credentials/admin/module.ts';
import { doctorAdmin } from '../features/doctor/admin/module.ts';
import { exportAdmin } from '../features/export/admin/module.ts';
import { fediverseAdmin } from '../features/fediverse/admin/module.ts';
import { handbookAdmin } from '../features/handbook/admin/module.ts';
import { importAdmin } from '../features/import/admin/module.ts';
import { mailAdmin } from '../features/mail/admin/module.ts';
import { menuAdmin } from '../features/menu/admin/module.ts';
import { publishAdmin } from '../features/publish/admin/module.ts';
import { statisticsAdmin } from '../features/statistics/admin/module.ts';
import { webhooksAdmin } from '../features/webhooks/admin/module.ts';
import type { AdminModule } from '../platform/admin/module.ts';

/** Every module with screens in the admin area; the command palette lists their commands in this order. */
export const adminModules: readonly AdminModule<PublicSite>[] = [
  writingAdmin,
  siteAdmin,
  accountsAdmin,
  imagesAdmin,
  redirectsAdmin,
  taxonomyAdmin,
  commentsAdmin,
  backupAdmin,
  doctorAdmin,
  conversationAdmin,
  credentialsAdmin,
  exportAdmin,
  appsAdmin,
  webhooksAdmin,
  publishAdmin,
  fediverseAdmin,
  importAdmin,
  mailAdmin,
  menuAdmin,
  statisticsAdmin,
  handbookAdmin,
];
