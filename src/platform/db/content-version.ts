import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

/**
 * Tables that no page for readers shows: jobs write them all the time, and must not clear the page caches of other processes.
 * Every other table counts as content, so a new one costs speed at worst.
 */
export const privateTables: ReadonlySet<string> = new Set([
  'access_codes',
  'access_tokens',
  'activity',
  'announcements',
  'attempts',
  'comment_followers',
  'comment_forms',
  'comment_notices',
  // Increased together with changes of comments.
  'comment_versions',
  'commenters',
  // Each process that reads them clears its own cache.
  'connections',
  'content_version',
  'cuts',
  'deleted_comments',
  'deleted_followers',
  'deleted_origins',
  'drafts',
  'fediverse_inbox',
  'fediverse_received',
  'fediverse_senders',
  'hub_pings',
  'hub_posts',
  'import_created',
  'import_images',
  'import_items',
  'imports',
  'jobs',
  'mail_server',
  'mail_suppressions',
  'mail_tokens',
  'mails',
  'migrations',
  'move_progress',
  'newsletters',
  'outbox',
  'outbox_hosts',
  'passkeys',
  'previews',
  'publish_changes',
  'published',
  'received_webmentions',
  'recovery_codes',
  'remarks',
  'revisions',
  'sent_mentions',
  'sessions',
  'sign_in_places',
  'sign_in_steps',
  'social_answers',
  'social_replies',
  'spam_totals',
  'spam_words',
  'statistics',
  'subscriber_categories',
  'subscribers',
  'subscription_requests',
  // What pages show of them changes with the rows that are counted.
  'totals',
  'unindexed_posts',
  'unknown_paths',
  // The count that readers see is in posts.
  'votes',
  'webhook_failures',
  'webhook_posts',
  'webhooks',
]);

/** Waiting comments are on no page. */
const conditions: Record<string, (row: string) => string> = {
  comments: (row) => `${row}.approved = 1`,
};

const rowsOf = { insert: ['new'], update: ['old', 'new'], delete: ['old'] };

/** SQLite: each change of content increases the version, whichever program makes it. Adds what tables do not have yet. */
export async function countContentChanges(tx: Kysely<Schema>): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`.execute(
    tx,
  );
  if (!tables.some(({ name }) => name === 'content_version')) return;
  for (const { name } of tables) {
    if (privateTables.has(name)) continue;
    for (const [event, rows] of Object.entries(rowsOf)) {
      const when = conditions[name] ? `when ${rows.map(conditions[name]).join(' or ')}` : '';
      await sql`create trigger if not exists ${sql.ref(`content_${event}_${name}`)}
        after ${sql.raw(event)} on ${sql.ref(name)} ${sql.raw(when)}
        begin update content_version set version = version + 1; end`.execute(tx);
    }
  }
}

/** How late other processes may show what a job has changed. */
const showMs = 10_000;

/** The transactions of a job that changes very much. */
export class BulkChanges {
  readonly #now: () => Date;
  #shownAt = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Call this in a transaction, with all that it writes. */
  async during<Result>(tx: Db, work: () => Promise<Result>): Promise<Result> {
    const now = this.#now().getTime();
    const isDue = now - this.#shownAt >= showMs;
    if (isDue) this.#shownAt = now;
    const { rows } = await sql<{ version: number }>`select version from content_version`.execute(tx);
    const result = await work();
    if (!isDue) await sql`update content_version set version = ${rows[0]?.version}`.execute(tx);
    return result;
  }
}

/**
 * For a job with very many transactions. On SQLite each of them would clear the page caches of other processes, so that readers
 * wait for new pages all the time; with this they are cleared now and then, and at the end. PostgreSQL tells them what has changed.
 */
export async function inBulk<B extends { db: Db; now: () => Date; bulk?: BulkChanges }, Result>(
  blog: B,
  work: (blog: B) => Promise<Result>,
): Promise<Result> {
  if (dialectOf(blog.db).kind !== 'sqlite') return work(blog);
  try {
    return await work({ ...blog, bulk: new BulkChanges(blog.now) });
  } finally {
    await sql`update content_version set version = version + 1`.execute(blog.db);
  }
}
