import { allCategories } from '../../../core/posts/categories.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { visitor as anyVisitor } from '../../../platform/http/viewer.ts';
import {
  changeSubscription,
  confirmSubscription,
  pendingSubscription,
  subscription,
  unsubscribe,
} from '../subscribers/subscriptions.ts';
import type { Subscriptions } from './page-api.ts';

/** The pages for subscribers; they are not cached. */
export const subscriptionsApi = (blog: Blog, visitor: () => RequestContext): Subscriptions => ({
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
});
