import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral, numeral } from '../../../platform/http/api/text.ts';
import {
  changedDeliveries,
  delivery,
  deliveryStates,
  newsletter,
  newsletterDetail,
  newsletterRetry,
  newslettersPath,
} from '../api/newsletters.ts';
import * as status from '../newsletters/newsletter-status.ts';

const params = z.object({ id: idNumeral });
const page = {
  limit: numeral(1, maxPageSize).default(maxPageSize),
  offset: numeral(0, maxOffset).default(0),
};

export const newsletterRoutes = [
  route('GET', newslettersPath, 'Newsletters with how far they are, newest first', {
    query: z.object(page),
    totalCount: true,
    response: z.array(newsletter),
    handle: async ({ blog, query, header }) => {
      const { newsletters, total } = await status.newslettersForOwner(blog, query);
      header('x-total-count', String(total));
      return newsletters;
    },
  }),
  route('GET', `${newslettersPath}/:id`, 'A newsletter, with what was sent when', {
    params,
    response: newsletterDetail,
    handle: ({ blog, params }) => status.newsletterDetail(blog, params.id),
  }),
  route('GET', `${newslettersPath}/:id/deliveries`, 'Mails of a newsletter in one state', {
    params,
    query: z.object({ ...page, state: z.enum(deliveryStates) }),
    totalCount: true,
    response: z.array(delivery),
    handle: async ({ blog, params, query, header }) => {
      const { deliveries, total } = await status.deliveriesForOwner(blog, params.id, query.state, query);
      header('x-total-count', String(total));
      return deliveries;
    },
  }),
  route('POST', `${newslettersPath}/:id/cancel`, 'Cancel the mails of a newsletter that wait', {
    params,
    response: changedDeliveries,
    handle: ({ blog, params }) => status.cancelNewsletter(blog, params.id),
  }),
  route('POST', `${newslettersPath}/:id/retry`, 'Send failed or unconfirmed mails of a newsletter again', {
    params,
    body: newsletterRetry,
    response: changedDeliveries,
    handle: ({ blog, params, body }) => status.sendAgain(blog, params.id, body.state),
  }),
];
