import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Comment, QueuedComment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { fediverseUrls } from '../../src/features/fediverse/urls.ts';
import type { DatabaseKind } from './databases.ts';
import { FederatedBlog } from './federated-blog.ts';
import { Conversations } from './federated-views.ts';
import { Snac, type SnacUser } from './snac.ts';

/** `expect.poll` does not work in tests that run at the same time. */
export async function waitFor(holds: () => unknown, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`After ${withinMs} ms this does not hold: ${holds}`);
    await sleep(50);
  }
}

/** A blog with its owner, and a snac server with Alice. */
export class Dialogue {
  readonly blog: FederatedBlog;
  readonly snac: Snac;
  readonly alice: SnacUser;
  readonly both: Conversations;

  private constructor(blog: FederatedBlog, alice: SnacUser) {
    this.blog = blog;
    this.snac = alice.server;
    this.alice = alice;
    this.both = new Conversations(blog, alice);
  }

  static async create(kind: DatabaseKind, snacProgram: string): Promise<Dialogue> {
    const blog = await FederatedBlog.create(kind);
    const snac = await Snac.create(snacProgram);
    return new Dialogue(blog, await snac.addUser('alice'));
  }

  async dispose(): Promise<void> {
    await this.snac.dispose();
    await this.blog.dispose();
  }

  async call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.blog.admin.request<Body>(method, `/webapi/api${path}`, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }

  /* What the owner does. */

  write = (post_title: string, values: Record<string, unknown> = {}): Promise<Post> =>
    this.call('POST', '/posts', { post_title, post_content: '<p>Text</p>', active: true, ...values });
  change = (id: number, values: Record<string, unknown>): Promise<Post> =>
    this.call('PUT', `/posts/${id}`, values);
  setActive = (id: number, active: 0 | 1): Promise<unknown> =>
    this.call('PUT', `/posts/status/${id}/${active}`);
  answer = (post: number, parent_id: number, comment_text: string): Promise<Comment> =>
    this.call('POST', `/posts/comment/${post}`, { comment_text, parent_id });
  async approveAll(): Promise<void> {
    const waiting = await this.call<QueuedComment[]>('GET', '/admin/comments?state=waiting');
    for (const { id } of waiting) await this.call('PUT', `/posts/comment/approve/${id}`, { state: true });
  }
  /** null: neither. */
  async setPerson(person: string, state: 'trusted' | 'blocked' | null): Promise<void> {
    const { db } = this.blog;
    await db.deleteFrom('people').where('person', '=', person).execute();
    const date_added = new Date().toISOString();
    if (state) await db.insertInto('people').values({ person, name: person, state, date_added }).execute();
  }

  /* What is there. */

  idOf = ({ id }: Post, version = 1): string => this.blog.url + fediverseUrls.post(id, version);
  answerId = ({ id }: Comment, version = 1): string => this.blog.url + fediverseUrls.answer(id, version);
  /** The comment with which the blog stored an object of the other server. */
  comment = (id: string) =>
    this.blog.db.selectFrom('comments').selectAll().where('origin_id', '=', id).executeTakeFirst();
  async page({ post_title_web }: Post): Promise<string> {
    return (await fetch(`${this.blog.url}/post/${post_title_web}`)).text();
  }

  /** A reply of Alice's that the blog has to receive. */
  async reply(text: string, to: string): Promise<string> {
    return this.both.addNote(await this.alice.note(text, to));
  }

  /** Waits until snac has sent this many activities in `act`: what the blog has to ignore leaves no other trace. */
  async sends(count: number, act: () => Promise<unknown>): Promise<void> {
    const accepted = () => this.blog.output().match(/"path":"\/fediverse\/inbox","status":202/g)?.length ?? 0;
    const before = accepted();
    await act();
    await waitFor(() => accepted() - before >= count);
  }

  /** As if the time had passed for which a host that failed is left alone. */
  async endBackoff(): Promise<void> {
    const next_run = new Date().toISOString();
    await this.blog.db.updateTable('outbox').set({ next_run }).execute();
    await this.blog.db
      .updateTable('jobs')
      .set({ next_run })
      .where('kind', '=', 'fediverse-deliver')
      .where('owner', 'is', null)
      .where('outcome', 'is', null)
      .execute();
  }
}
