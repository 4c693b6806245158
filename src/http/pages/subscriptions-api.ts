import type { Blog } from '../../blog/blog.ts';
import { requestSubscription } from '../../blog/mail/subscription-requests.ts';
import {
  changeSubscription,
  confirmSubscription,
  pendingSubscription,
  subscription,
  unsubscribe,
} from '../../blog/mail/subscriptions.ts';
import { allCategories } from '../../blog/taxonomy/categories.ts';
import { visitor as anyVisitor } from '../../rules/viewer.ts';
import type { Subscriptions } from '../../web/api.ts';
import type { RequestContext } from '../context.ts';

/** The pages for subscribers; they are not cached. */
export const subscriptionsApi = (blog: Blog, visitor: () => RequestContext): Subscriptions => ({
  // The owner sees the form as others do.
  categories: () => allCategories(blog, anyVisitor),
  request: (address, choices) => requestSubscription(blog, address, choices, visitor().ip),
  pending: (token) => pendingSubscription(blog, token),
  confirm: (token) => confirmSubscription(blog, token),
  find: (signed) => subscription(blog, signed),
  change: (signed, choices) => changeSubscription(blog, signed, choices),
  stop: (signed) => unsubscribe(blog, signed),
});
