import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

onEachDatabase('the sidebar of related posts', { always: 'Posts are chosen at random in SQL.' }, (kind) => {
  let temporary: TemporaryDatabase;
  let server: TestSite;
  let owner: Client;
  let first: Post;
  let travel: number;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    server = await startSite({
      env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    });
    owner = new Client(server.url);
    await owner.login();
    const category = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'travel' });
    travel = category.body.id;
    first = await publish('First');
    await move(first);
  });
  afterAll(async () => {
    await server.dispose();
    await temporary.dispose();
  });

  const publish = async (post_title: string): Promise<Post> => {
    const values = { post_title, post_content: '<p>Text</p>', active: true };
    return (await owner.post<Post>('/webapi/api/posts', values)).body;
  };
  const move = (post: Post, to = travel) => owner.put(`/webapi/api/admin/cat/${post.id}/${to}`);
  /** Without the links to the previous and the next post. */
  const page = async () =>
    (await (await fetch(`${server.url}/post/${first.post_title_web}`)).text()).replace(
      /<nav class="neighbors".*?<\/nav>/s,
      '',
    );
  const link = (post: Post) => `href="/post/${post.post_title_web}"`;

  test('follows posts that enter and leave the topic', async () => {
    expect(await page()).not.toContain('Other Travel Items');
    const late = await publish('Late');
    await page();
    await move(late);
    expect(await page()).toContain(link(late));
    const later = await publish('Later');
    await move(later);
    expect(await page()).toContain(link(later));
    await owner.put(`/webapi/api/posts/status/${late.id}/0`);
    expect(await page()).not.toContain(link(late));
    await owner.put(`/webapi/api/posts/status/${late.id}/1`);
    expect(await page()).toContain(link(late));
    await move(late, 0);
    expect(await page()).not.toContain(link(late));
    await owner.delete(`/webapi/api/posts/${later.id}`);
    expect(await page()).not.toContain('Other Travel Items');
  });
});
