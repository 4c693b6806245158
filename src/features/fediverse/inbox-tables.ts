import type { Generated } from 'kysely';

/** What other servers of the fediverse send. */
type FediverseInboxTables = {
  /** Requests whose signatures are not verified yet. */
  fediverse_inbox: {
    id: Generated<number>;
    /** Of the whole request, signature included: the same request is stored once. */
    request_hash: string;
    activity: string;
    actor: string;
    /** Of the actor. Its requests are verified one after another, in their order. */
    host: string;
    bytes: number;
    attempts: Generated<number>;
    next_run: string;
    date_received: string;
    path: string;
    /** JSON: those that the signature needs. */
    headers: string;
    body: string;
  };
  /** Actors that have sent something valid. */
  fediverse_senders: {
    actor: string;
    /** JSON: `{ actor, keys }`, as read from the actor's document. */
    content: string;
    date_fetched: string;
    date_used: string;
  };
  /** Requests that took effect. */
  fediverse_received: {
    request_hash: string;
    /** Null when it was undone: the same activity may be sent again. */
    activity: string | null;
    actor: string;
    /** What it can be undone by: `follow`, or the `origin_id` of a reaction. */
    effect: string | null;
    date_received: string;
  };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends FediverseInboxTables {}
}
