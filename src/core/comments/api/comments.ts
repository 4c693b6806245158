import { z } from 'zod';
import {
  maxAuthorUrlLength,
  maxCommentLength,
  maxNameLength,
  maxNotifyEmailLength,
  maxPageSize,
  moderationBatch,
} from '../../../platform/http/api/limits.ts';
import { date, givenId, id, text } from '../../../platform/http/api/text.ts';
import { comment } from '../../posts/api/comment.ts';
import { commentIdsInvalid } from '../messages.ts';

export type Comment = z.infer<typeof comment>;

/** A comment with all replies below it, oldest first. */
export type CommentThread = { comment: Comment; replies: readonly Comment[] };
export type Reactor = { name: string; url: string | null };

/** A page of the approved comments of a post, counted from 1. */
export type CommentPage = {
  threads: readonly CommentThread[];
  /** What other sites say about the post. */
  mentions: readonly Comment[];
  /** People who liked or reposted the post elsewhere, the latest first, if the owner wants them named. */
  people?: readonly Reactor[];
  page: number;
  pages: number;
};

/** A comment in the moderation queue, with its post and the result of the spam filter. */
export const queuedComment = comment
  .extend({
    post_title: z.string(),
    post_title_web: z.string(),
    suspicion: z.enum(['none', 'some', 'likely']),
    reasons: z.array(z.string()),
    /** The comment that it replies to: its author, and the beginning of its text. */
    parent: z.object({ user_name: z.string(), excerpt: z.string() }).nullable(),
    /** Whether the owner trusts or blocks its author; null when the site cannot tell who that is. */
    person_state: z.enum(['trusted', 'blocked', 'none']).nullable(),
    /** Whether the IP address of its author can be blocked; it is known while the comment waits. */
    address_known: z.boolean(),
  })
  .meta({ id: 'QueuedComment' });
export type QueuedComment = z.infer<typeof queuedComment>;

export const newComment = z.object({
  comment_text: text(maxCommentLength * 2),
  user_name: text(maxNameLength * 4).optional(),
  /** The approved comment of the same post that it replies to. */
  parent_id: givenId.nullish(),
  /** The website of its author, http or https; the scheme may be left out. */
  author_url: text(maxAuthorUrlLength).nullish(),
  /** The email at which its author wants to be notified of its approval and of replies. Ignored on sites that notify no commenters. */
  notify_address: z.string().max(maxNotifyEmailLength).nullish(),
  /** Made for the form that it was typed into: the same form sent twice is one comment. */
  form_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  /** A honeypot: hidden from people, so only bots fill it in. */
  website: z.string().max(2000).optional(),
});
export type NewComment = z.infer<typeof newComment>;

export const commentChange = z.object({ comment_text: text(maxCommentLength * 2) });

export const approval = z.object({
  state: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
});
export const approvals = approval.extend({ ids: z.array(givenId).min(1).max(maxPageSize) });

/** `?ids=3,5,8` */
export const commentIds = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, commentIdsInvalid(maxPageSize))
    .transform((list) => list.split(',').map(Number)),
  /**
   * Whether the spam filter learns from it: 1, it is spam; 0, it learns nothing. Without it, comments that were not approved are
   * samples of spam.
   */
  spam: z.enum(['0', '1']).optional(),
});
export const commentsRemoved = z.object({ ids: z.array(id) }).meta({ id: 'CommentsRemoved' });

const batchOfIds = z.array(givenId).min(1).max(moderationBatch);
export const deletedCommentsShown = 500;

/** A comment that can still be restored. */
export const deletedComment = z
  .object({
    id,
    user_name: z.string(),
    comment_text: z.string(),
    post_title: z.string(),
    date_deleted: date,
  })
  .meta({ id: 'DeletedComment' });
export type DeletedComment = z.infer<typeof deletedComment>;

export const commentsToRestore = z.object({ ids: batchOfIds });

/** Which comments the queue shows; without it, all. */
export const queueState = z.enum(['waiting', 'approved', 'spam']).optional();

/** All comments that match at this moment, at most 100,000, oldest first; `total` counts all. */
export const queueSnapshot = z
  .object({ ids: z.array(id), total: z.number() })
  .meta({ id: 'CommentQueueSnapshot' });
export type QueueSnapshot = z.infer<typeof queueSnapshot>;

export const bulkModeration = z.object({
  action: z.enum(['approve', 'unapprove', 'delete', 'spam']),
  ids: batchOfIds,
  /** Comments that are in another state now are left alone. */
  state: z.enum(['waiting', 'approved']).optional(),
  /** Deleted comments cannot be restored. */
  for_good: z.boolean().optional(),
});
export type BulkModeration = z.infer<typeof bulkModeration>;
export const commentsChanged = z.object({ ids: z.array(id) }).meta({ id: 'CommentsChanged' });

export const answer = z.object({
  comment_text: text(maxCommentLength * 2),
  /** Approves the comment at the same time. */
  approve: z.boolean().optional(),
});
export type Answer = z.infer<typeof answer>;
