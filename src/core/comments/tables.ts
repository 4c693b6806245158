import type { Generated } from 'kysely';

/** What moderation keeps. */
type CommentTables = {
  /** Deleted comments, until they can no longer be restored. */
  deleted_comments: {
    /** The id of the comment. */
    id: number;
    post_id: number;
    /** JSON: the whole row. */
    content: string;
    date_deleted: string;
  };
  /** Commenters who asked to be notified of replies. */
  comment_followers: { comment_id: number; commenter_id: number };
  /** Of deleted comments, for as long as these can be restored. */
  deleted_followers: { comment_id: number; commenter_id: number };
  /** Comments from other servers that the owner deleted and that must not come back. */
  deleted_origins: { origin_id: string; post_id: number; comment_id: number; date_deleted: string };
  /** People whose comments are approved at once or refused. */
  people: { person: string; name: string; state: 'trusted' | 'blocked'; date_added: string };
  comment_blocks: {
    id: Generated<number>;
    kind: 'address' | 'word';
    /** A keyed hash of an address, or a word in its folded form. */
    value: string;
    /** What the owner is shown: an author's name, or the word as it was typed. */
    label: string;
    date_added: string;
  };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends CommentTables {}
}
