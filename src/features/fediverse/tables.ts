import type { Generated } from 'kysely';

/** The tables of the fediverse. None of them is content: an export has none of them. */
type FediverseTables = {
  /** Actors of other servers: followers, and those whose replies were received. */
  fediverse_actors: {
    /** The URL that identifies the actor. */
    actor: string;
    inbox: string;
    shared_inbox: string | null;
    /** The host, with its port, of the inbox that is sent to: the shared one, if there is one. */
    host: string;
    /** `@name@host` */
    handle: string;
    name: string;
    /** Their page. */
    url: string | null;
    /** The id of the activity with which they followed the blog. */
    follow_id: string | null;
    /** Null when they do not follow the blog. */
    date_followed: string | null;
    date_seen: string;
    /** When they last ceased to follow the blog: they have what was sent before. */
    date_unfollowed: string | null;
    /** Since when they block the blog: nothing is sent to them. */
    date_blocked: string | null;
  };
  /** What was announced of each post and answer. */
  fediverse_objects: {
    kind: 'post' | 'answer';
    subject_id: number;
    post_id: number;
    /** Part of the id of the object: other servers ignore what has the id of something deleted. */
    version: number;
    /** Of what was sent last. */
    hash: string;
    /** 1 after a Delete was sent. */
    deleted: Generated<number>;
    /** JSON: the inbox of the person that an answer mentions, so that they learn of its deletion. */
    recipient: string | null;
    date_sent: string;
    /** Of the Create. */
    date_created: string | null;
  };
  /** Each activity once, however many inboxes it is sent to. */
  fediverse_activities: {
    id: Generated<number>;
    /** Its id, a URL. */
    activity: string;
    /** JSON */
    body: string;
    date_added: string;
  };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends FediverseTables {}
}
