import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import { attachTag } from '../../src/core/posts/terms/store/tags.ts';
import type { Menu } from '../../src/core/site/api/menu.ts';
import { importCategory, importTag } from '../../src/core/taxonomy/imported-terms.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Two servers with page caches share the data. The owner works on one, readers read both. */
onEachDatabase('names of tags and categories', (kind) => {
  let temporary: TemporaryDatabase;
  let servers: TestSite[];
  let owner: Client;
  let post: Post;
  let image: Category;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const first = await startSite({ env });
    servers = [first, await startSite({ env })];
    owner = new Client(first.url);
    await owner.login();
    post = (await create('About noodles')).body;
    // Tags and categories of another blog, as an import writes them.
    const { blog, database } = await openBlog(readConfig(env), createLog('silent'), 'worker');
    await changePosts(blog, async (tx) => {
      for (const name of ['C++', '图像处理', 'read more']) {
        const tag = await importTag(tx, { name }, { form: 'unicode', language: 'en' });
        if (tag) await attachTag(tx, post.id, tag);
      }
      await importCategory(tx, [{ name: '图像处理' }, { name: 'C++ & more' }], 'en');
      return { result: undefined, activity: [] };
    });
    await database.db.destroy();
    const all = (await owner.get<Category[]>('/webapi/api/cat/all')).body;
    image = all.find(({ title }) => title === 'C++ & more') as Category;
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.dispose();
    await temporary.dispose();
  });

  const create = (post_title: string, values = {}) =>
    owner.post<Post>('/webapi/api/posts', {
      post_title,
      post_content: '<p>Text</p>',
      active: true,
      ...values,
    });
  const read = async (path: string, server = servers[0]) => (await fetch(`${server?.url}${path}`)).text();
  const path = () => `/post/${post.post_title_web}`;
  const rename = (name: string, display_name: string) =>
    owner.put(`/webapi/api/admin/tags/${encodeURIComponent(name)}`, { display_name });
  /** Read twice before, so that both servers have the pages in their caches. */
  const warm = async (...paths: string[]) => {
    for (const server of servers) for (const one of [...paths, ...paths]) await read(one, server);
  };

  test('readers see the display name, URLs have the web name', async () => {
    const html = await read(path());
    expect(html).toContain('href="/tag/cplusplus" dir="auto">C++</a>');
    expect(html).toContain(`href="/tag/${encodeURIComponent('图像处理')}" dir="auto">图像处理</a>`);
    expect(html).toContain('"keywords":"C++, read more, 图像处理"');
    expect(html).toContain('<meta property="article:tag" content="read more"');
    const list = await fetch(`${servers[0]?.url}/tag/readmore`);
    expect(list.status).toBe(200);
    expect(await list.text()).toMatch(/<title>read more · /);
    const unicode = await fetch(`${servers[0]?.url}/tag/${encodeURIComponent('图像处理')}`);
    expect([
      unicode.status,
      (await unicode.text()).includes('<h1 class="p-name" dir="auto">图像处理</h1>'),
    ]).toEqual([200, true]);
    expect((await fetch(`${servers[0]?.url}/tag/${encodeURIComponent('read more')}`)).status).toBe(404);
    expect(await read('/topics')).toMatch(
      /href="\/tag\/cplusplus" class="topic" rel="tag" dir="auto">C\+\+</,
    );
    expect(await read('/tag/cplusplus/feed.xml')).toContain('<title>C++ · ');
    expect(await read('/feed.xml')).toContain('<category>read more</category>');
    expect(await read('/search?q=%E5%9B%BE%E5%83%8F%E5%A4%84%E7%90%86')).toContain('About noodles');
    const { body } = await owner.get<Post[]>(`/webapi/api/posts/${post.id}`);
    expect(body[0]?.tags).toMatchObject([
      { tag_name: 'cplusplus', display_name: 'C++' },
      { tag_name: 'readmore', display_name: 'read more' },
      { tag_name: '图像处理', display_name: '图像处理' },
    ]);
  });

  test('a new display name shows on the next load, and soon on other servers', async () => {
    const pages = ['/', path(), '/tag/cplusplus', '/topics', '/feed.xml', '/search?q=Cpp'];
    const { version } = (await owner.get<Menu>('/webapi/api/admin/menu')).body;
    await owner.put('/webapi/api/admin/menu', {
      version,
      header: [{ label: '', target: { kind: 'tag', name: 'cplusplus' }, children: [] }],
      footer: [],
    });
    await warm(...pages);
    expect((await rename('cplusplus', 'Cpp  language')).body).toEqual({
      tag_name: 'cplusplus',
      display_name: 'Cpp language',
    });
    for (const one of pages) expect(await read(one), one).toContain('Cpp language');
    expect(await read(path())).not.toContain('C++');
    for (const one of pages) await expect.poll(() => read(one, servers[1])).toContain('Cpp language');
    expect((await rename('readmore', 'CPP language')).status).toBe(409);
    expect((await rename('missing', 'x')).status).toBe(404);
    expect((await rename('cplusplus', 'x'.repeat(201))).status).toBe(422);
    expect((await rename('cplusplus', '')).body).toMatchObject({ display_name: 'cplusplus' });
    await rename('cplusplus', 'C++');
  });

  test('an imported tag can be chosen for another post, a new one follows the rule', async () => {
    const other = (await create('Other', { tags: ['图像处理', 'tea'] })).body;
    expect(other.tags.map(({ tag_name }) => tag_name)).toEqual(['tea', '图像处理']);
    expect((await create('Wrong', { tags: ['中文'] })).status).toBe(422);
    expect((await owner.post(`/webapi/api/tag/${other.id}/${encodeURIComponent('中文')}`)).status).toBe(422);
    const found = await owner.get('/webapi/api/admin/tags?search=read%20m');
    expect(found.body).toEqual([{ tag_name: 'readmore', display_name: 'read more' }]);
    const named = await owner.get('/webapi/api/admin/tags?names=readmore,nothing');
    expect(named.body).toEqual([{ tag_name: 'readmore', display_name: 'read more' }]);
  });

  test('further categories are in lists, pages, feeds and counts, and follow a new path and title', async () => {
    const main = (await owner.post<Category>('/webapi/api/admin/cat', { category_path: 'food' })).body;
    const change = (values: object) => owner.put<Post>(`/webapi/api/posts/${post.id}`, values);
    const changed = (await change({ category_id: main.id, further_category_ids: [image.id, main.id] })).body;
    expect(changed.further_categories).toEqual([
      { id: image.id, category_path: image.category_path, titles: ['图像处理', 'C++ & more'] },
    ]);
    expect([changed.cat_path, changed.cat_titles]).toEqual(['food', ['Food']]);
    const list = `/filter/${image.category_path.split('.').at(-1)}`;
    expect(await read(list)).toMatch(/<title>C\+\+ &amp; more · /);
    expect(await read(list)).toContain('About noodles');
    expect(await read('/feed.xml')).toContain('<category>C++ &amp; more</category>');
    expect(await read('/topics')).toContain('C++ &amp; more');
    expect(await read(path())).toContain('C++ &amp; more');
    const { body: topic } = await owner.get<Post[]>(
      `/webapi/api/posts/${image.category_path.split('.')[0]}/0/random`,
    );
    expect(topic).toEqual([]);
    expect((await owner.get<Post[]>(`/webapi/api/admin/posts?category=${image.id}`)).body).toHaveLength(1);

    await warm('/topics', path(), list);
    await owner.put(`/webapi/api/admin/cat/${image.id}`, {
      category_path: image.category_path,
      title: 'Cpp',
    });
    for (const one of ['/topics', path(), list]) {
      expect(await read(one), one).toContain('>Cpp<');
      await expect.poll(() => read(one, servers[1])).toContain('>Cpp<');
    }
    await owner.put(`/webapi/api/admin/cat/${image.id}`, { category_path: 'pictures.cpp' });
    expect(await read('/filter/pictures')).toContain('About noodles');
    await expect.poll(() => read(path(), servers[1])).toContain('/filter/pictures');
    expect((await owner.delete(`/webapi/api/admin/cat/${image.id}`)).status).toBe(409);

    const copy = (await owner.post<Post>(`/webapi/api/admin/posts/${post.id}/duplicate`, {})).body;
    expect(copy.further_categories).toMatchObject([{ id: image.id }]);
    await owner.delete(`/webapi/api/posts/${copy.id}`);
    await owner.delete(`/webapi/api/posts/${post.id}`);
    await expect.poll(() => read('/filter/pictures', servers[1])).not.toContain('noodles');
    expect((await owner.get<Category[]>('/webapi/api/cat/all')).body).toContainEqual(
      expect.objectContaining({ id: image.id }),
    );
    const restored = await owner.post('/webapi/api/admin/bin/restore', {
      items: [{ kind: 'post', id: post.id }],
    });
    expect(restored.status).toBe(200);
    expect(await read('/filter/pictures')).toContain('About noodles');

    expect((await change({ category_id: image.id })).body.further_categories).toEqual([]);
    expect((await change({ further_category_ids: [999999] })).status).toBe(404);
    expect((await change({ further_category_ids: [] })).body.cat_titles).toEqual(['Pictures', 'Cpp']);
  });

  test('a tag and a further category that are gone when their post comes back', async () => {
    const gone = (await owner.post<Category>('/webapi/api/admin/cat', { category_path: 'gone' })).body;
    const { id } = (await create('Back', { tags: ['rare'], further_category_ids: [gone.id] })).body;
    await rename('rare', 'Rare & fine');
    await owner.delete(`/webapi/api/posts/${id}`);
    expect((await owner.delete(`/webapi/api/admin/cat/${gone.id}`)).status).toBe(200);
    const { body } = await owner.post<{ message: string }[]>('/webapi/api/admin/bin/restore', {
      items: [{ kind: 'post', id }],
    });
    expect(body[0]?.message).toContain('"gone" no longer exists');
    const [back] = (await owner.get<Post[]>(`/webapi/api/posts/${id}`)).body;
    expect(back?.tags).toMatchObject([{ tag_name: 'rare', display_name: 'Rare & fine' }]);
    expect(back?.further_categories).toEqual([]);
  });
});
