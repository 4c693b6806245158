import type { Generated } from 'kysely';

/** The tables of what is shared on social networks, and of the answers there. */
type SocialTables = {
  /** Where a post was shared; without a URL it is being shared at this moment, or was deleted there. */
  shares: {
    post_id: number;
    network: string;
    url: string | null;
    date: string;
    /** The id of a Mastodon status, or an at:// URI; null for shares of earlier versions. */
    status_id: string | null;
    cid: string | null;
    /** How often it was deleted there. */
    generation: Generated<number>;
    last_look: string | null;
    /** When replies are looked for; null: never again, or not yet. */
    next_look: string | null;
    failures: Generated<number>;
  };
  /** Replies to shared posts that were received from Mastodon and Bluesky. */
  social_replies: {
    /** As `comments.origin_id`. */
    origin_id: string;
    post_id: number;
    network: string;
    /** The shared post that it belongs to. */
    status_id: string;
    /** JSON: what an answer needs to know of it. */
    target: string;
    /** Of what was received. */
    hash: string;
  };
  /** The owner's answers to them. */
  social_answers: {
    comment_id: number;
    network: string;
    /** JSON: what it replies to, and the first post of the thread. */
    parent: string;
    root: string;
    link: string;
    /** As it should be there; null: deleted. */
    text: string | null;
    /** As it was sent, or is being sent since `date_started`. */
    sent_text: string | null;
    request_key: string;
    date_added: string;
    date_started: string | null;
    /** Once it was posted. */
    answer_id: string | null;
  };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends SocialTables {}
}
