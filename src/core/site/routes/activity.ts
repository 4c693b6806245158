import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import { numeral } from '../../../platform/http/api/text.ts';
import { activityLog } from '../activity.ts';
import { activityEntry, activityKind } from '../api/activity.ts';

export const activityRoutes = [
  route('GET', '/api/admin/activity', 'The activity log, newest first', {
    query: z.object({
      kind: activityKind.optional(),
      limit: numeral(1, maxPageSize).optional(),
      offset: numeral(0, maxOffset).optional(),
    }),
    totalCount: true,
    response: z.array(activityEntry),
    handle: async ({ blog, query, header }) => {
      const page = { limit: query.limit ?? maxPageSize, offset: query.offset ?? 0 };
      const log = await activityLog(blog, { kind: query.kind }, page);
      header('x-total-count', String(log.total));
      return log.entries;
    },
  }),
];
