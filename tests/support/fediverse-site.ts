import { expect } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from './api-site.ts';
import type { DatabaseKind } from './databases.ts';
import type { RawAnswer } from './raw-http.ts';

export type FediverseSite = ApiSite & {
  inbox: string;
  /** The id of the blog's actor. */
  actor: string;
  /** Waits until everything that came to the inbox is processed, or waits for another server. */
  settled(): Promise<void>;
  comments(): Promise<StoredComment[]>;
  reactions(): Promise<{ kind: string; author_name: string }[]>;
  followers(): Promise<string[]>;
  /** How many requests to the inbox are stored. */
  stored(): Promise<number>;
};

type StoredComment = {
  id: number;
  user_name: string;
  comment_text: string;
  approved: number;
  parent_id: number | null;
  origin_id: string | null;
  origin_url: string | null;
  author_url: string | null;
  person: string | null;
};

/** A site that is part of the fediverse; it may reach servers on loopback. */
export async function fediverseSite(
  kind: DatabaseKind,
  env: Record<string, string> = { OUTGOING_STRANGERS: '127.0.0.1' },
): Promise<FediverseSite> {
  const site = await apiSite(kind, env);
  const changed = await site.admin.put('/webapi/api/admin/site', { fediverse: 'note' });
  expect(changed.status).toBe(200);
  const db = () => site.blog.db;
  const count = async (query: Promise<unknown[]>) => (await query).length;
  const now = () => new Date().toISOString();
  return Object.assign(site, {
    inbox: `${site.url}/fediverse/inbox`,
    actor: `${site.blog.siteUrl()}/fediverse/actor`,
    stored: () => count(db().selectFrom('fediverse_inbox').select('id').execute()),
    settled: async () => {
      await expect
        .poll(
          () =>
            count(db().selectFrom('fediverse_inbox').select('id').where('next_run', '<=', now()).execute()),
          { timeout: 60_000, interval: 20 },
        )
        .toBe(0);
      await site.jobsEnded();
    },
    comments: () =>
      db()
        .selectFrom('comments')
        .select([
          'id',
          'user_name',
          'comment_text',
          'approved',
          'parent_id',
          'origin_id',
          'origin_url',
          'author_url',
          'person',
        ])
        .orderBy('id')
        .execute(),
    reactions: () =>
      db()
        .selectFrom('reactions')
        .select(['kind', 'author_name'])
        .orderBy('kind')
        .orderBy('author_name')
        .execute(),
    followers: async () => {
      const rows = await db()
        .selectFrom('fediverse_actors')
        .select('actor')
        .where('date_followed', 'is not', null)
        .orderBy('actor')
        .execute();
      return rows.map(({ actor }) => actor);
    },
  });
}

export const objectOf = (site: ApiSite, { id }: Pick<Post, 'id'>): string =>
  `${site.blog.siteUrl()}/fediverse/posts/${id}`;

/** Status and message, to see why a request was refused. */
export const answerOf = ({ status, body }: RawAnswer): string => `${status} ${body.toString()}`.trim();
