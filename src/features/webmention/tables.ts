import type { Generated } from 'kysely';

/** What was received, and what other servers have to be notified. */
type WebmentionTables = {
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
    /** 0: the link was removed, or is no longer public, and the target is notified once more. */
    wanted: number;
    state: SentMentionState;
    /** Null as long as no endpoint was notified. */
    endpoint: string | null;
    /** Of what is not waiting. */
    attempts: Generated<number>;
    error: string | null;
    date_sent: string | null;
    date_changed: string;
  };
  /** Posts in feeds that the hub was notified of; `feeds` is a JSON array of paths. */
  hub_posts: { post_id: number; fingerprint: string; feeds: string };
  /** When the hub was last notified of a feed. */
  hub_pings: { path: string; date_sent: string };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends WebmentionTables {}
}

/** unsupported: the page names no endpoint. */
type SentMentionState = 'waiting' | 'sent' | 'unsupported' | 'failed';
