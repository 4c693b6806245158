import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { download, route } from '../../../platform/http/api/route.ts';
import { numeral, text } from '../../../platform/http/api/text.ts';
import {
  deletedSubscribers,
  subscriber,
  subscriberCounts,
  subscriberDeletion,
  subscriberFileBytes,
  subscriberImportState,
  subscriberSnapshot,
  subscriberStates,
  subscribersPath,
} from '../api/subscribers.ts';
import { exportSubscribers } from '../subscribers/export-subscribers.ts';
import { importState, startImport } from '../subscribers/import-subscribers.ts';
import {
  subscriberCounts as countsForOwner,
  deleteSubscribers,
  subscriberSnapshot as snapshotForOwner,
  subscribersForOwner,
} from '../subscribers/subscriber-list.ts';

const filter = {
  search: text(200).default(''),
  state: z.enum(subscriberStates).default('all'),
};

export const subscriberRoutes = [
  route('GET', subscribersPath, 'Subscribers, newest first', {
    query: z.object({
      ...filter,
      limit: numeral(1, maxPageSize).default(maxPageSize),
      offset: numeral(0, maxOffset).default(0),
    }),
    totalCount: true,
    response: z.array(subscriber),
    handle: async ({ blog, query, header }) => {
      const { subscribers, total } = await subscribersForOwner(blog, query, query);
      header('x-total-count', String(total));
      return subscribers;
    },
  }),
  route('GET', `${subscribersPath}/counts`, 'How many subscribers there are of each state', {
    response: subscriberCounts,
    handle: ({ blog }) => countsForOwner(blog),
  }),
  route('GET', `${subscribersPath}/ids`, 'The ids of all subscribers that match', {
    query: z.object(filter),
    response: subscriberSnapshot,
    handle: ({ blog, query }) => snapshotForOwner(blog, query),
  }),
  route('POST', `${subscribersPath}/delete`, 'Delete subscribers for good', {
    body: subscriberDeletion,
    response: deletedSubscribers,
    handle: ({ blog, body }) => deleteSubscribers(blog, body.ids),
  }),
  route('POST', `${subscribersPath}/import`, 'Start the import of a list of subscribers, as CSV', {
    query: z.object({ consent: z.enum(['yes', 'no']).default('no') }),
    takesBytes: true,
    status: 202,
    response: subscriberImportState,
    handle: async ({ blog, query, upload }) =>
      startImport(blog, Buffer.from(await upload.bytes(subscriberFileBytes)), {
        consent: query.consent === 'yes',
      }),
  }),
  route('GET', `${subscribersPath}/import`, 'How far the last import of subscribers is', {
    response: subscriberImportState,
    handle: ({ blog }) => importState(blog),
  }),
  download(`${subscribersPath}/file`, 'Download the list of subscribers as CSV', {
    // It is a list of email addresses.
    recentlyAuthenticated: true,
    params: z.object({}),
    type: 'text/csv; charset=utf-8',
    handle: ({ blog }) => exportSubscribers(blog),
  }),
];
