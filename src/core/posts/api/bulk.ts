import { z } from 'zod';
import { id } from '../../../platform/http/api/text.ts';
import { bulkIdsInvalid } from '../../../platform/messages/owner.ts';

const maxBulkPosts = 100;

const ids = z.array(id).min(1, bulkIdsInvalid(maxBulkPosts)).max(maxBulkPosts, bulkIdsInvalid(maxBulkPosts));

/** One change for many posts. */
export const bulkChange = z.discriminatedUnion('action', [
  z.object({ ids, action: z.literal('activate') }),
  z.object({ ids, action: z.literal('deactivate') }),
  z.object({ ids, action: z.literal('category'), category_id: id.nullable() }),
  z.object({ ids, action: z.literal('author'), author_id: id.nullable() }),
  z.object({ ids, action: z.literal('add_tag'), tag: z.string().max(1000) }),
  z.object({ ids, action: z.literal('remove_tag'), tag: z.string().max(1000) }),
  z.object({ ids, action: z.literal('bin') }),
  // For good: on a full disk the bin has no room.
  z.object({ ids, action: z.literal('delete') }),
]);
export type BulkChange = z.infer<typeof bulkChange>;

/** What became of one post: the message says why it was not changed. */
export const bulkResult = z.object({ id, done: z.boolean(), message: z.string() }).meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResult>;
