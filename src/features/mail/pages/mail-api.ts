import type { CommentsApi } from '../../../core/comments/pages/page-api.ts';
import { allCategories } from '../../../core/posts/categories.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { RequestContext, Site } from '../../../platform/http/context.ts';
import { actorOf, visitor as anyVisitor, type Viewer } from '../../../platform/http/viewer.ts';
import * as commenters from '../commenters/commenters.ts';
import { moderateByMail, moderationAt } from '../notices/moderate.ts';
import {
  changeSubscription,
  confirmSubscription,
  pendingSubscription,
  subscription,
  unsubscribe,
} from '../subscribers/subscriptions.ts';
import type { MailApi } from './page-api.ts';

/** `visitor` keeps a page from being cached. */
export const mailApi = (
  site: Site,
  blog: Blog,
  viewer: Viewer,
  visitor: () => RequestContext,
): Omit<MailApi, keyof CommentsApi> => {
  /** For pages that are meant for one person. */
  const forVisitor = (): Blog => {
    visitor();
    return blog;
  };
  return {
    commenterMail: {
      isConfirmable: (token) => commenters.isConfirmable(forVisitor(), token),
      confirm: (token) => commenters.confirmCommenter(forVisitor(), token),
      isStopLink: (signed) => commenters.isStopLink(forVisitor(), signed),
      stop: (signed) => commenters.stopCommenter(forVisitor(), signed),
    },
    subscriptions: blog.mail && {
      // The owner sees the form as others do.
      categories: () => allCategories(blog, anyVisitor),
      request: async (address, choices) => {
        const { ip } = visitor();
        // Loaded on sites that send mail only.
        const { requestSubscription } = await import('../subscribers/subscription-requests.ts');
        return requestSubscription(blog, address, choices, ip);
      },
      pending: (token) => pendingSubscription(blog, token),
      confirm: (token) => confirmSubscription(blog, token),
      find: (signed) => subscription(blog, signed),
      change: (signed, choices) => changeSubscription(blog, signed, choices),
      stop: (signed) => unsubscribe(blog, signed),
    },
    moderation: async (link) => (blog.mail ? ((await moderationAt(blog, link)) ?? 'invalid') : null),
    moderate: async (link, version) => {
      // The link is the authority, signed in or not.
      const actor = actorOf(viewer, visitor().ip, '');
      if (!site.blog.mail) return null;
      return (await moderateByMail({ ...site.blog, actor }, link, version)) ?? 'invalid';
    },
  };
};
