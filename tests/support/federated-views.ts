import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { fediverseUrls } from '../../src/features/fediverse/urls.ts';
import type { FederatedBlog } from './federated-blog.ts';
import type { Snac, SnacUser } from './snac.ts';

type Json = Record<string, unknown>;

/** What both servers know of their conversation; the same on both when they agree. */
export type Conversation = {
  isFollower: boolean;
  /** By id: posts and the owner's answers, as documents. */
  published: Record<string, Json>;
  /** By id: replies from the other server. */
  replies: Record<string, { text: string; inReplyTo: string }>;
  /** By id of the post. */
  reactions: Record<string, { likes: number; boosts: number }>;
};

/**
 * Looks at the conversation from both sides. It remembers the ids of everything that was ever published, so that what one side
 * deleted is looked for on the other.
 */
export class Conversations {
  readonly #blog: FederatedBlog;
  readonly #snac: Snac;
  readonly #user: SnacUser;
  readonly #ids = new Set<string>();
  readonly #notes = new Set<string>();

  constructor(blog: FederatedBlog, user: SnacUser) {
    this.#blog = blog;
    this.#snac = user.server;
    this.#user = user;
  }

  /** A note of the other server's user that the blog has to show. */
  addNote(id: string): string {
    this.#notes.add(id);
    return id;
  }

  async ofBlog(): Promise<Conversation> {
    const { db, url } = this.#blog;
    const followers = await db
      .selectFrom('fediverse_actors')
      .select('actor')
      .where('date_followed', 'is not', null)
      .execute();
    const objects = await db.selectFrom('fediverse_objects').selectAll().where('deleted', '=', 0).execute();
    const idOf = ({ kind, subject_id, version }: (typeof objects)[number]) =>
      url + (kind === 'post' ? fediverseUrls.post : fediverseUrls.answer)(subject_id, version);
    const published: Record<string, Json> = {};
    for (const object of objects) {
      const id = idOf(object);
      this.#ids.add(id);
      published[id] = await this.document(id);
    }
    const posts = new Map(
      objects.filter(({ kind }) => kind === 'post').map((object) => [object.subject_id, idOf(object)]),
    );
    const comments = await db
      .selectFrom('comments')
      .select(['id', 'post_id', 'parent_id', 'origin_id', 'comment_text', 'source'])
      .execute();
    const originOf = new Map(comments.map(({ id, origin_id }) => [id, origin_id ?? '']));
    const replies = Object.fromEntries(
      comments
        .filter(({ source }) => source === 'fediverse')
        .map(({ origin_id, comment_text, parent_id, post_id }) => [
          origin_id,
          {
            text: comment_text,
            inReplyTo: (parent_id === null ? posts.get(post_id) : originOf.get(parent_id)) ?? '',
          },
        ]),
    );
    const reactions: Conversation['reactions'] = {};
    for (const id of posts.values()) reactions[id] = { likes: 0, boosts: 0 };
    for (const { post_id, kind } of await db.selectFrom('reactions').select(['post_id', 'kind']).execute()) {
      const found = reactions[posts.get(post_id) ?? ''];
      if (found) found[kind === 'like' ? 'likes' : 'boosts']++;
    }
    return {
      isFollower: followers.some(({ actor }) => actor === this.#user.actor),
      published,
      replies,
      reactions,
    };
  }

  async ofSnac(): Promise<Conversation> {
    const published: Record<string, Json> = {};
    for (const id of this.#ids) {
      const object = this.#snac.object(id);
      if (object) published[id] = comparable(object);
    }
    const replies: Conversation['replies'] = {};
    for (const id of this.#notes) {
      const note = this.#snac.object(id);
      if (note) replies[id] = { text: String(note.sourceContent), inReplyTo: String(note.inReplyTo) };
    }
    const posts = Object.keys(published).filter((id) => id.includes('/posts/'));
    return {
      isFollower: this.#user.following(this.#blog.actor) === 'accepted',
      published,
      replies,
      reactions: Object.fromEntries(
        posts.map((id) => [id, { likes: this.#snac.likes(id), boosts: this.#snac.boosts(id) }]),
      ),
    };
  }

  /** What waits on either side. */
  async waiting(): Promise<Record<string, number>> {
    const { db } = this.#blog;
    const count = async (table: 'announcements' | 'outbox' | 'fediverse_inbox') => {
      const { rows } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      return Number(rows);
    };
    return {
      announcements: await count('announcements'),
      deliveries: await count('outbox'),
      inbox: await count('fediverse_inbox'),
      snac: this.#snac.queued(),
    };
  }

  /** Waits until both sides agree, nothing waits on either, and `holds` is true. */
  async agree(
    step: string,
    holds: (seen: Conversation) => unknown,
    withinMs = 60_000,
  ): Promise<Conversation> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const [blog, snac, waiting] = [await this.ofBlog(), await this.ofSnac(), await this.waiting()];
      const isOver = Date.now() > deadline;
      const isIdle = Object.values(waiting).every((rows) => rows === 0);
      if (isOver || (isIdle && isDeepStrictEqual(blog, snac) && holds(blog))) {
        expect(snac, `${step}: snac and the blog agree`).toEqual(blog);
        expect(waiting, `${step}: nothing waits`).toEqual({
          announcements: 0,
          deliveries: 0,
          inbox: 0,
          snac: 0,
        });
        expect(holds(blog), `${step}: ${JSON.stringify(blog, null, 2)}`).toBeTruthy();
        return blog;
      }
      await sleep(100);
    }
  }

  /** As another server asks for it. */
  async document(id: string): Promise<Json> {
    const answer = await fetch(id, { headers: { accept: 'application/activity+json' } });
    if (!answer.ok) return { status: answer.status };
    return comparable((await answer.json()) as Json);
  }
}

/** The date of an Update is that of sending it; the context is the concern of the whole message. */
function comparable({ '@context': _context, updated: _updated, ...document }: Json): Json {
  return document;
}
