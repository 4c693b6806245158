import type { Generated } from 'kysely';

/** The tables of the conversation around posts. */
export type ConversationTables = {
  /** Deleted comments, until they can no longer be restored. */
  deleted_comments: {
    /** The id of the comment. */
    id: number;
    post_id: number;
    /** JSON: the whole row. */
    content: string;
    date_deleted: string;
  };
  /** Comments from other servers that the owner deleted and that must not come back. */
  deleted_origins: { origin_id: string; post_id: number; comment_id: number; date_deleted: string };
  /** Likes and reposts on other servers. They are no votes. */
  reactions: {
    id: Generated<number>;
    post_id: number;
    kind: ReactionKind;
    source: RemoteSource;
    /** Identifies it on the other server. */
    origin_id: string;
    author_name: string;
    author_url: string | null;
    date_added: string;
  };
  /** Webmentions whose source has not been verified yet. */
  received_webmentions: {
    id: Generated<number>;
    source: string;
    source_host: string;
    post_id: number;
    /** As the sender wrote it: the source has to link to exactly this URL. */
    target: string;
    /** Increases when the same mention is sent again, so that one which arrives meanwhile is not lost. */
    version: Generated<number>;
    attempts: Generated<number>;
    next_run: string;
  };
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
  /** Posts and the owner's answers that changed since other servers were told of them. */
  announcements: {
    kind: 'post' | 'answer';
    subject_id: number;
    /** Increases with every change, so that one which happens meanwhile is not lost. */
    version: Generated<number>;
  };
  /** Webmentions to the pages that a post or an answer links to. */
  sent_mentions: {
    id: Generated<number>;
    post_id: number;
    /** The owner's answer that links; 0: the post does. */
    comment_id: Generated<number>;
    source: string;
    target: string;
    /** Of the text with the link, so that only a change is sent again. */
    fingerprint: string;
    /** 0: the link was removed, or is no longer public, and the target is told once more. */
    wanted: number;
    state: SentMentionState;
    /** Null as long as no endpoint was told anything. */
    endpoint: string | null;
    /** Increases with every change, so that one which happens while it is being sent is not lost. */
    version: Generated<number>;
    attempts: Generated<number>;
    /** Null: nothing to send. */
    next_run: string | null;
    error: string | null;
    date_sent: string | null;
    date_changed: string;
  };
  /** Posts in feeds that the hub was told of; `feeds` is a JSON array of paths. */
  hub_posts: { post_id: number; fingerprint: string; feeds: string };
  /** Feeds that the hub was told of, or has to be. */
  hub_pings: {
    path: string;
    version: Generated<number>;
    attempts: Generated<number>;
    next_run: string | null;
    error: string | null;
    date_sent: string | null;
  };
};

/** unsupported: the page names no endpoint. */
export type SentMentionState = 'waiting' | 'sent' | 'unsupported' | 'failed';

export type ReactionKind = 'like' | 'repost';

/** Where a comment or a reaction was written, if not here. */
export type RemoteSource = 'webmention' | 'fediverse' | 'bluesky' | 'mastodon';
