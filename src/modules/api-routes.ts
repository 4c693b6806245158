import { firstRunRoutes } from '../core/accounts/routes/first-run.ts';
import { ownerRoutes } from '../core/accounts/routes/owner.ts';
import { profileRoutes } from '../core/accounts/routes/profiles.ts';
import { signInMethodRoutes } from '../core/accounts/routes/sign-in-methods.ts';
import { commentRoutes } from '../core/comments/routes/comments.ts';
import { moderationRoutes } from '../core/comments/routes/moderation.ts';
import { peopleRoutes } from '../core/comments/routes/people.ts';
import { mediaRoutes } from '../core/images/routes/media.ts';
import { siteImageRoutes } from '../core/images/routes/site-images.ts';
import { binRoutes } from '../core/posts/bin/routes.ts';
import { imageRoutes } from '../core/posts/images/routes.ts';
import { redirectRoutes } from '../core/posts/redirects/routes.ts';
import { postRoutes } from '../core/posts/routes.ts';
import { searchRoutes } from '../core/posts/search/routes.ts';
import { writingRoutes } from '../core/posts/writing/routes.ts';
import { activityRoutes } from '../core/site/routes/activity.ts';
import { siteRoutes } from '../core/site/routes/site.ts';
import { versionRoutes } from '../core/site/routes/version.ts';
import { backupRoutes } from '../features/backup/routes.ts';
import { conversationRoutes } from '../features/conversation/routes.ts';
import { exportRoutes } from '../features/export/routes.ts';
import { fediverseRoutes } from '../features/fediverse/routes/status.ts';
import { importImageRoutes } from '../features/import/routes/images.ts';
import { importRoutes } from '../features/import/routes/imports.ts';
import { importUploadRoutes } from '../features/import/routes/uploads.ts';
import { newsletterRoutes } from '../features/mail/routes/newsletters.ts';
import { mailSetupRoutes } from '../features/mail/routes/setup.ts';
import { subscriberRoutes } from '../features/mail/routes/subscribers.ts';
import { mailWritingRoutes } from '../features/mail/routes/writing.ts';
import { socialRoutes } from '../features/social/routes.ts';
import { statisticsRoutes } from '../features/statistics/routes.ts';
import { sentMentionRoutes } from '../features/webmention/routes/sent-mentions.ts';
import type { Blog } from '../platform/blog.ts';
import type { Route } from '../platform/http/api/route.ts';
import { features } from './features.ts';

/** Every route of the web API. Earlier routes win, so literal segments come before parameters. */
export const table: readonly Route[] = [
  ...siteRoutes(features),
  ...siteImageRoutes,
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
  ...fediverseRoutes,
  ...socialRoutes,
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
