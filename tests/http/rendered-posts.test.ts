import { afterAll, beforeAll, expect, test } from 'vitest';
import { rerenderPosts } from '../../src/core/posts/rerender.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('posts of an older renderer', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const page = async (path: string) => (await site.visitor().get(path)).text;
  const makeOld = () =>
    site.blog.db
      .updateTable('posts')
      .set({ renderer_version: 0, shown_html: '<p>old page</p>', card_html: '<p>old card</p>' })
      .execute();

  test('are rendered again, and cached pages show it', async () => {
    const posts = [];
    for (let number = 0; number < 25; number += 1)
      posts.push(
        await site.createPost({ post_title: `Post ${number}`, post_content: `<h2>Part ${number}</h2>` }),
      );
    const [first] = posts;
    const before = (await site.visitor().get(`/webapi/api/posts/${first?.id}`)).body;
    await makeOld();
    site.blog.changed({ touches: ['site'] });
    expect(await page(`/post/${first?.post_title_web}`)).toContain('old page');
    expect(await page('/')).toContain('old card');

    await rerenderPosts(site.blog);

    expect(await page(`/post/${first?.post_title_web}`)).toContain('id="h-part-0"');
    expect(await page('/')).not.toContain('old card');
    expect((await site.visitor().get(`/webapi/api/posts/${first?.id}`)).body).toEqual(before);
  });

  test('are rendered again after a restart', async () => {
    await makeOld();
    await site.restart();
    await expect.poll(() => page('/')).not.toContain('old card');
  });
});
