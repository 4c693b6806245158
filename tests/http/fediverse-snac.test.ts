import { describe, expect } from 'vitest';
import type { Comment, QueuedComment } from '../../src/contract/comments.ts';
import { fediverseUrls } from '../../src/contract/fediverse-urls.ts';
import type { Post } from '../../src/contract/posts.ts';
import { type DatabaseKind, databases } from '../support/databases.ts';
import { FederatedBlog } from '../support/federated-blog.ts';
import { Conversations } from '../support/federated-views.ts';
import { findSnac } from '../support/find-snac.ts';
import { Snac, type SnacUser } from '../support/snac.ts';
import { testWith } from '../support/test-with.ts';

/*
 * The blog and a real server of the fediverse. After each step both sides have to agree: what the blog's database and documents
 * say, and what snac stored of it. Both wait for each other by polling; snac looks into its queue every three seconds.
 */

const program = findSnac();

class Dialogue {
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

  static async create(kind: DatabaseKind): Promise<Dialogue> {
    const blog = await FederatedBlog.create(kind);
    const snac = await Snac.create(program ?? '');
    return new Dialogue(blog, await snac.addUser('alice'));
  }

  async dispose(): Promise<void> {
    await this.snac.dispose();
    await this.blog.dispose();
  }

  async #call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.blog.admin.request<Body>(method, `/webapi/api${path}`, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }

  write = (values: Record<string, unknown>): Promise<Post> =>
    this.#call('POST', '/posts', { post_content: '<p>Text</p>', active: true, ...values });
  change = (id: number, values: Record<string, unknown>): Promise<Post> =>
    this.#call('PUT', `/posts/${id}`, values);
  remove = (id: number): Promise<unknown> => this.#call('DELETE', `/posts/${id}`);
  answer = (post: number, parent_id: number, comment_text: string): Promise<Comment> =>
    this.#call('POST', `/posts/comment/${post}`, { comment_text, parent_id });
  approve = (id: number): Promise<unknown> =>
    this.#call('PUT', `/posts/comment/approve/${id}`, { state: true });
  approveAll = async (): Promise<void> => {
    const waiting = await this.#call<QueuedComment[]>('GET', '/admin/comments?state=waiting');
    for (const { id } of waiting) await this.approve(id);
  };
  /** A reply of Alice's that the blog has to receive. */
  reply = async (text: string, to: string): Promise<string> =>
    this.both.addNote(await this.alice.note(text, to));
  /** The comment with which the blog stored it. */
  comment = async (id: string) =>
    await this.blog.db.selectFrom('comments').selectAll().where('origin_id', '=', id).executeTakeFirst();
  page = async ({ post_title_web }: Post): Promise<string> =>
    (await fetch(`${this.blog.url}/post/${post_title_web}`)).text();
  idOf = ({ id }: Post, version = 1): string => this.blog.url + fediverseUrls.post(id, version);
}

describe.concurrent('the blog and snac2', () => {
  for (const kind of databases)
    testWith(program ? [] : ['snac2'])(`agree after every step (${kind})`, { timeout: 900_000 }, async () => {
      const d = await Dialogue.create(kind);
      try {
        await steps(d);
      } catch (error) {
        console.error(`${kind}\n${d.blog.output().slice(-3000)}\n${d.snac.output().slice(-5000)}`);
        throw error;
      } finally {
        await d.dispose();
      }
    });
});

async function steps(d: Dialogue): Promise<void> {
  const { blog, alice, both } = d;
  const host = new URL(blog.url).host;

  await alice.follow(`blog@${host}`);
  await both.agree('follow', ({ isFollower }) => isFollower);

  const post = await d.write({ post_title: 'First post' });
  const id = d.idOf(post);
  await both.agree('publish', ({ published }) => published[id]?.name === 'First post');
  expect(await alice.timeline()).toContain(id);

  await d.change(post.id, { post_title: 'First post, edited', post_content: '<p>More text</p>' });
  await both.agree('edit', ({ published }) => published[id]?.name === 'First post, edited');

  await alice.like(id);
  await both.agree('like', ({ reactions }) => reactions[id]?.likes === 1);
  await alice.unlike(id);
  await both.agree('unlike', ({ reactions }) => reactions[id]?.likes === 0);
  // With the same id as the first one.
  await alice.like(id);
  await both.agree('like again', ({ reactions }) => reactions[id]?.likes === 1);
  await alice.boost(id);
  await both.agree('boost', ({ reactions }) => reactions[id]?.boosts === 1);
  await alice.unboost(id);
  await both.agree('undo the boost', ({ reactions }) => reactions[id]?.boosts === 0);
  await alice.boost(id);
  await both.agree('boost again', ({ reactions }) => reactions[id]?.boosts === 1);

  const reply = await d.reply('A reply from Alice', id);
  await both.agree('reply', ({ replies }) => replies[reply]);
  expect(await d.page(post)).not.toContain('A reply from Alice');
  await d.approveAll();
  expect(await d.page(post)).toContain('A reply from Alice');

  const replyComment = await d.comment(reply);
  const answer = await d.answer(post.id, replyComment?.id ?? 0, 'The owner answers');
  await both.agree('answer', ({ published }) =>
    Object.values(published).some(({ inReplyTo }) => inReplyTo === reply),
  );
}
