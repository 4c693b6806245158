import type { Blog } from '../../blog/blog.ts';
import type { Route } from './route.ts';
import { activityRoutes } from './routes/activity.ts';
import { backupRoutes } from './routes/backups.ts';
import { binRoutes } from './routes/bin.ts';
import { commentRoutes } from './routes/comments.ts';
import { conversationRoutes } from './routes/conversation.ts';
import { exportRoutes } from './routes/exports.ts';
import { firstRunRoutes } from './routes/first-run.ts';
import { imageRoutes } from './routes/images.ts';
import { importImageRoutes } from './routes/import-images.ts';
import { importUploadRoutes } from './routes/import-uploads.ts';
import { importRoutes } from './routes/imports.ts';
import { newsletterRoutes } from './routes/mail-newsletters.ts';
import { mailSetupRoutes } from './routes/mail-setup.ts';
import { subscriberRoutes } from './routes/mail-subscribers.ts';
import { mailWritingRoutes } from './routes/mail-writing.ts';
import { mediaRoutes } from './routes/media.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { ownerRoutes } from './routes/owner.ts';
import { peopleRoutes } from './routes/people.ts';
import { postRoutes } from './routes/posts.ts';
import { profileRoutes } from './routes/profiles.ts';
import { redirectRoutes } from './routes/redirects.ts';
import { searchRoutes } from './routes/search.ts';
import { sentMentionRoutes } from './routes/sent-mentions.ts';
import { signInMethodRoutes } from './routes/sign-in-methods.ts';
import { siteRoutes } from './routes/site.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { versionRoutes } from './routes/version.ts';
import { writingRoutes } from './routes/writing.ts';

/** Every route of the web API. Earlier routes win, so literal segments come before parameters. */
export const table: readonly Route[] = [
  ...siteRoutes,
  ...firstRunRoutes,
  ...backupRoutes,
  ...exportRoutes,
  ...ownerRoutes,
  ...profileRoutes,
  ...signInMethodRoutes,
  ...activityRoutes,
  ...versionRoutes,
  ...commentRoutes,
  ...conversationRoutes,
  ...moderationRoutes,
  ...peopleRoutes,
  ...sentMentionRoutes,
  ...imageRoutes,
  ...mailSetupRoutes,
  ...mediaRoutes,
  ...subscriberRoutes,
  ...newsletterRoutes,
  ...mailWritingRoutes,
  ...importUploadRoutes,
  ...importImageRoutes,
  ...importRoutes,
  ...binRoutes,
  ...redirectRoutes,
  ...statisticsRoutes,
  ...postRoutes,
  ...writingRoutes,
  ...searchRoutes,
];

/** The routes of mail exist where the site sends mail. */
const isOfMail = ({ path }: Route): boolean => /^\/api\/(admin\/)?(mail|subscribe)/.test(path);

/** The routes of a site: those of parts that it does not have do not exist. */
export const routesOf = ({ mail }: Pick<Blog, 'mail'>): readonly Route[] =>
  mail ? table : table.filter((route) => !isOfMail(route));
