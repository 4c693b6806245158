import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { receiveComment } from '../../src/features/conversation/received.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import {
  discoveryEndpoints,
  type WebmentionReceiver,
  webmentionReceiver,
} from '../support/webmention-receiver.ts';

const patient = { timeout: 60_000, interval: 20 };

onEachDatabase('sent webmentions', (kind) => {
  let receiver: WebmentionReceiver;
  let site: ApiSite;

  beforeEach(async () => {
    receiver = await webmentionReceiver();
    site = await apiSite(kind, { OUTGOING_STRANGERS: '127.0.0.1' });
    await site.admin.put('/webapi/api/admin/site', { webmention: true });
  });
  afterEach(async () => {
    await site.dispose();
    await receiver[Symbol.asyncDispose]();
  });

  const linkTo = (...paths: string[]) =>
    paths.map((path) => `<p><a href="${receiver.url}${path}">${path}</a></p>`).join('');
  const sourceOf = (post: Post) => `${site.blog.siteUrl()}/post/${post.post_title_web}`;
  const edit = (post: Post, post_content: string) =>
    site.admin.put(`/webapi/api/posts/${post.id}`, { post_content });
  const rows = () => site.blog.db.selectFrom('sent_mentions').selectAll().orderBy('id').execute();
  /** As if the last webmentions had been sent long ago, so that the next need not wait. */
  const deleteDates = () =>
    site.blog.db.updateTable('sent_mentions').set({ date_sent: '2026-01-01T00:00:00.000Z' }).execute();
  /** Once something was to be sent, and nothing is left. */
  const settled = async () => {
    await expect
      .poll(async () => {
        const all = await rows();
        return all.length > 0 && all.every(({ state }) => state !== 'waiting');
      }, patient)
      .toBe(true);
    await site.jobsEnded();
  };
  const count = (number: number) => expect.poll(() => receiver.received.length, patient).toBe(number);
  const byTarget = () =>
    Object.fromEntries(
      receiver.received.map(({ target, endpoint }) => [
        target.slice(receiver.url.length),
        endpoint.replace(/(webmention-endpoint\/)[\w-]+$/, '$1KEY'),
      ]),
    );

  test('reach the endpoint of each of the 23 pages of discovery, once', async () => {
    const pages = Object.keys(discoveryEndpoints);
    expect(pages).toHaveLength(23);
    const post = await site.createPost({ post_content: linkTo(...pages) });
    await settled();
    expect(receiver.mistakes).toEqual([]);
    expect(byTarget()).toEqual(discoveryEndpoints);
    expect(receiver.received).toHaveLength(23);
    for (const { source, status, target, links } of receiver.received) {
      expect([source, status]).toEqual([sourceOf(post), 200]);
      expect(links).toContain(target.slice(receiver.url.length));
    }
    expect((await rows()).map(({ state }) => state)).toEqual(pages.map(() => 'sent'));
  });

  test('update 1: a new link is sent, and the former one again', async () => {
    const post = await site.createPost({ post_content: linkTo('/update/1') });
    await count(1);
    expect(receiver.received[0]).toMatchObject({ links: ['/update/1'], status: 200 });
    await settled();
    await deleteDates();
    await edit(post, linkTo('/update/1', '/update/1/part/2'));
    await count(3);
    expect(byTarget()).toEqual({
      '/update/1': '/update/1/part/1/webmention',
      '/update/1/part/2': '/update/1/part/2/webmention',
    });
    for (const { links, source } of receiver.received.slice(1))
      expect([links, source]).toEqual([['/update/1', '/update/1/part/2'], sourceOf(post)]);
    expect(receiver.mistakes).toEqual([]);
  });

  test('update 2: a removed link is sent once more, and the others', async () => {
    const post = await site.createPost({ post_content: linkTo('/update/2', '/update/2/part/2') });
    await count(2);
    await settled();
    await deleteDates();
    await edit(post, linkTo('/update/2'));
    await count(4);
    expect(receiver.received.slice(2).map(({ endpoint, links }) => [endpoint, links])).toEqual(
      expect.arrayContaining([
        ['/update/2/part/1/webmention', ['/update/2']],
        ['/update/2/part/2/webmention', ['/update/2']],
      ]),
    );
    // The removal was sent; another edit is for the rest only.
    await settled();
    await deleteDates();
    await edit(post, `${linkTo('/update/2')}<p>More</p>`);
    await count(5);
    expect(receiver.received[4]?.endpoint).toBe('/update/2/part/1/webmention');
    await settled();
    expect(receiver.received).toHaveLength(5);
  });

  test('delete 1: a deleted post answers 410 when its links are notified', async () => {
    const post = await site.createPost({ post_content: linkTo('/delete/1') });
    await count(1);
    await settled();
    await deleteDates();
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    await count(2);
    expect(receiver.received[1]).toMatchObject({ source: sourceOf(post), status: 410, links: [] });
    expect(receiver.mistakes).toEqual([]);
  });

  test('the answer to a webmention is sent to the page it answers', async () => {
    const post = await site.createPost({ post_content: '<p>No link.</p>' });
    const origin = `${receiver.url}/update/1`;
    await receiveComment(site.blog, {
      postId: post.id,
      source: 'webmention',
      originId: origin,
      originUrl: origin,
      parentOriginId: null,
      person: `${receiver.url}/`,
      authorName: 'Bob',
      authorUrl: null,
      text: 'From there.',
      date: new Date().toISOString(),
    });
    const [comment] = (await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`)).body;
    await site.admin.put(`/webapi/api/posts/comment/approve/${comment?.id}`, { state: true });
    const answer = await site.admin.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'An answer.',
      parent_id: comment?.id,
    });
    await count(1);
    const { id } = answer.body;
    expect(receiver.received[0]).toMatchObject({
      source: `${sourceOf(post)}?comment-id=${id}#comment-${id}`,
      target: origin,
      status: 200,
      links: expect.arrayContaining(['/update/1']),
    });
    await settled();
    await deleteDates();
    await site.admin.delete(`/webapi/api/posts/comment/${id}`);
    await count(2);
    expect(receiver.received[1]?.target).toBe(origin);
  });
});
