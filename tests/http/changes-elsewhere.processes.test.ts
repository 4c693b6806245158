import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import { documents } from '../../src/core/feeds/discovery.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Tag } from '../../src/core/posts/terms/api/tags.ts';
import type { Menu } from '../../src/core/site/api/menu.ts';
import { siteImageNames } from '../../src/core/site/api/site.ts';
import { changesChannel } from '../../src/platform/db/change-listener.ts';
import { type Answer, Client } from '../support/client.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Two servers on one PostgreSQL database: changes are made through the first, pages are cached by the second. */
let temporary: TemporaryDatabase;
let database: pg.Client;
let here: RunningServer;
let there: RunningServer;
let owner: Client;
let walk: Post;

beforeAll(async () => {
  temporary = await migratedDatabase('postgres');
  const { dataDir, databaseUrl } = temporary.config;
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    SITE_URL: 'http://blog.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  here = await startServer({ env: { ...env, PAGE_CACHE_MB: '0' } });
  there = await startServer({ env });
  database = new pg.Client(databaseUrl ?? '');
  await database.connect();
  owner = new Client(here.url);
  await owner.login();
  walk = await publish('walk');
});
afterAll(async () => {
  await Promise.all([here?.dispose(), there?.dispose(), database?.end()]);
  await temporary?.dispose();
});

const publish = async (post_title: string, values = {}): Promise<Post> => {
  const sent = { post_title, post_content: `<p>About ${post_title}.</p>`, active: true, ...values };
  return (await owner.post<Post>('/webapi/api/posts', sent)).body;
};
const image = async (width: number, height: number, values: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const png = sharp({ create: { width, height, channels: 3, background: '#204060' } }).png();
  form.set('image', new Blob([new Uint8Array(await png.toBuffer())]), 'image.png');
  return form;
};
const visitor = async () => {
  const client = new Client(here.url);
  await client.get('/webapi/api/admin/auth');
  return client;
};
const categoryId = async (path: string): Promise<number> => {
  const { body } = await owner.get<{ id: number; category_path: string }[]>('/webapi/api/cat/all');
  return body.find(({ category_path }) => category_path === path)?.id ?? 0;
};
const changeMenu = async (label: string) => {
  const { body } = await owner.get<Menu>('/webapi/api/admin/menu');
  const header = [{ label, target: { kind: 'url', url: 'https://example.org/' } }];
  return owner.put('/webapi/api/admin/menu', { version: body.version, header, footer: [] });
};

const lists = ['', '/tag/water', '/filter/coast', '/filter/shore', '/filter/town'];
const routes = [
  '/',
  '/?view=compact',
  ...lists.filter(Boolean),
  ...['/post/walk', '/post/sea', '/post/meer', '/about', '/about-us', '/old/path'],
  ...['/search', '/archive', '/topics', '/login', '/apps/there', '/subscribe'],
  ...lists.map((list) => `${list}/feed.xml`),
  ...Object.keys(documents).filter((path) => !path.endsWith('.png')),
  '/sitemap-1.xml',
  '/webapi/getposts',
  '/webapi/api/site',
  '/webapi/tasks/1',
  '/webapi/api/cat/all',
];

type Seen = Map<string, string>;

const readAll = async (server: RunningServer): Promise<Seen> => {
  const readOne = async (route: string) => {
    const response = await fetch(server.url + route, { redirect: 'manual' });
    const body = `${response.status} ${response.headers.get('location') ?? ''} ${await response.text()}`;
    return [route, body] as const;
  };
  return new Map(await Promise.all(routes.map(readOne)));
};
const differing = (one: Seen, other: Seen) => routes.filter((route) => one.get(route) !== other.get(route));

let sea: Post;
let meer: Post;
let page: Post;
let comment: Comment;
let tag: Tag;
let shown: Image[];

/** In order: each one makes a difference to what the ones before left. */
const changes: Record<string, () => Promise<Answer | Answer[] | object>> = {
  'a setting': () => owner.put('/webapi/api/admin/site', { site_name: 'Renamed' }),
  'another setting': () => owner.put('/webapi/api/admin/site', { layout: 'magazine' }),
  'the language': () => owner.put('/webapi/api/admin/site', { language: 'de' }),
  'the announcement': () =>
    owner.put('/webapi/tasks/1', { title: 'Hear', message: 'We moved.', active: true }),
  'no announcement': () => owner.put('/webapi/tasks/1', { active: false }),
  'the menu': () => changeMenu('Elsewhere'),
  'custom CSS': () => owner.put('/webapi/api/admin/custom-css', { source: 'h1 { color: red }' }),
  'other custom CSS': () => owner.put('/webapi/api/admin/custom-css', { source: 'h1 { color: blue }' }),
  'no custom CSS': () => owner.put('/webapi/api/admin/custom-css', { source: '' }),
  'settings of mail': () => owner.put('/webapi/api/admin/mail', { subscriptions: false }),
  ...Object.fromEntries(
    siteImageNames.flatMap((name) => [
      [
        `the image ${name}`,
        async () => owner.post(`/webapi/api/admin/site/images/${name}`, await image(600, 600)),
      ],
      [`no image ${name}`, () => owner.delete(`/webapi/api/admin/site/images/${name}`)],
    ]),
  ),
  'a profile': () => owner.put('/webapi/api/admin/profile', { display_name: 'Ada of here' }),
  'the photo of an author': async () =>
    owner.post('/webapi/api/admin/users/1/profile/photo', await image(300, 300)),
  'no photo of an author': () => owner.delete('/webapi/api/admin/users/1/profile/photo'),
  'a new post': async () => {
    sea = await publish('sea');
    return sea;
  },
  'the title of a post': () => owner.put(`/webapi/api/posts/${sea.id}`, { post_title: 'High sea' }),
  'the text of a post': () => owner.put(`/webapi/api/posts/${sea.id}`, { post_content: '<p>Salt.</p>' }),
  'the date of a post': () =>
    owner.put(`/webapi/api/posts/${sea.id}`, { post_date: '2001-02-03T04:05:06.000Z' }),
  'closed comments': () => owner.put(`/webapi/api/posts/${sea.id}`, { comments_open: false }),
  'the author of a post': () =>
    owner.post('/webapi/api/admin/posts/bulk', { ids: [sea.id], action: 'author', author_id: null }),
  'the language of a post': () => owner.put(`/webapi/api/posts/${sea.id}`, { language: 'en' }),
  'a translation': async () => {
    meer = await publish('meer', { language: 'de', translation_of: sea.id });
    return meer;
  },
  'the title of a translation': () => owner.put(`/webapi/api/posts/${meer.id}`, { language: 'fr' }),
  'no translation': () => owner.put(`/webapi/api/posts/${meer.id}`, { translation_of: null }),
  'a series': async () => {
    const parts = [walk, sea].map(({ id }) =>
      owner.put(`/webapi/api/posts/${id}`, { series: 'By the water' }),
    );
    return Promise.all(parts);
  },
  'no series': () => owner.put(`/webapi/api/posts/${sea.id}`, { series: '' }),
  'an inactive post': () => owner.put(`/webapi/api/posts/status/${meer.id}/0`),
  'an active post': () => owner.put(`/webapi/api/posts/status/${meer.id}/1`),
  'a deleted post': () => owner.delete(`/webapi/api/posts/${meer.id}`),
  'a restored post': () =>
    owner.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id: meer.id }] }),
  'an image of a post': async () => {
    const added = await owner.post<Image[]>('/webapi/image', await image(40, 30, { post_id: `${walk.id}` }));
    const other = await owner.post<Image[]>('/webapi/image', await image(50, 30, { post_id: `${walk.id}` }));
    shown = [...added.body, ...other.body];
    return [added, other];
  },
  'the alternative text of an image': () => owner.put(`/webapi/api/image/${shown[0]?.id}`, { alt: 'Dunes' }),
  'the main image': () => owner.put(`/webapi/api/admin/image/main/${walk.id}/${shown[1]?.id}`),
  'a deleted image': () => owner.delete(`/webapi/api/assoc/postimage/${walk.id}/${shown[1]?.id}`),
  'a tag': async () => {
    const added = await owner.post<Tag>(`/webapi/api/tag/${walk.id}/water`);
    tag = added.body;
    return added;
  },
  'the name of a tag': () => owner.put('/webapi/api/admin/tags/water', { display_name: 'Salt water' }),
  'no tag': () => owner.delete(`/webapi/api/tag/${tag.id}`),
  'a category': () => owner.post('/webapi/api/admin/cat', { category_path: 'coast' }),
  'the category of a post': async () =>
    owner.put(`/webapi/api/admin/cat/${walk.id}/${await categoryId('coast')}`, { state: true }),
  'the name of a category': async () =>
    owner.put(`/webapi/api/admin/cat/${await categoryId('coast')}`, { category_path: 'shore' }),
  'the title of a category': async () =>
    owner.put(`/webapi/api/admin/cat/${await categoryId('shore')}`, {
      category_path: 'shore',
      title: 'On the shore',
    }),
  'the description of a category': async () =>
    owner.put(`/webapi/api/admin/cat/${await categoryId('shore')}`, {
      category_path: 'shore',
      title: 'On the shore',
      description: 'Where the sea ends.',
    }),
  'a further category': async () => {
    const { body } = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'town' });
    return owner.put(`/webapi/api/posts/${walk.id}`, { further_category_ids: [body.id] });
  },
  'no further category': () => owner.put(`/webapi/api/posts/${walk.id}`, { further_category_ids: [] }),
  'no category': () => owner.put(`/webapi/api/admin/cat/${walk.id}/0`),
  'a deleted category': async () => owner.delete(`/webapi/api/admin/cat/${await categoryId('shore')}`),
  'a comment of the owner': () =>
    owner.post(`/webapi/api/posts/comment/${walk.id}`, { comment_text: 'From the owner.' }),
  'an approved comment': async () => {
    const path = `/webapi/api/posts/comment/${walk.id}`;
    const sent = await (await visitor()).post<Comment>(path, { comment_text: 'Well said indeed.' });
    comment = sent.body;
    return owner.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: true });
  },
  'a comment that is not approved any more': () =>
    owner.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: false }),
  'an answer': () =>
    owner.post(`/webapi/api/admin/comments/${comment.id}/answer`, { comment_text: 'Thanks!', approve: true }),
  'a deleted comment': () => owner.delete(`/webapi/api/posts/comment/${comment.id}`),
  'a restored comment': () => owner.post('/webapi/api/admin/comments/restore', { ids: [comment.id] }),
  'a vote': async () =>
    (await visitor()).post(`/webapi/api/vote/${walk.id}`, { voteVal: 1, postId: walk.id }),
  'a reaction': () =>
    database.query(
      `insert into reactions (post_id, kind, source, author_name, author_url, origin_id, date_added)
       values ($1, 'like', 'webmention', 'Ada', 'https://ada.example/', 'https://ada.example/like', now())`,
      [walk.id],
    ),
  'a page': async () => {
    page = await publish('About', { kind: 'page', post_title_web: '/about' });
    return page;
  },
  'the path of a page': () => owner.put(`/webapi/api/posts/${page.id}`, { post_title_web: '/about-us' }),
  'a deleted page': () => owner.delete(`/webapi/api/posts/${page.id}`),
  'a redirect': () => owner.post('/webapi/api/admin/redirects', { from: '/old/path', to: '/archive' }),
  'no redirect': () => database.query('delete from redirects'),
  // The page for signing in offers to claim the site.
  'no administrator': () => database.query('delete from users'),
};

/** Each change follows the ones before, so none is tried twice. */
const once = { retry: 0, timeout: 60_000 };

test.each(Object.keys(changes))('the other server shows: %s', once, async (name) => {
  const before = await readAll(there);
  const made = await changes[name]?.();
  for (const answer of [made].flat()) expect((answer as Answer)?.status ?? 200).toBeLessThan(300);
  const expected = await readAll(here);
  expect(differing(before, expected)).not.toEqual([]);
  const outdated = async () => differing(await readAll(there), expected);
  await expect.poll(outdated, { interval: 20 }).toEqual([]);
});

test('every change of every setting is notified, whatever its name is', once, async () => {
  const heard: string[] = [];
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  // The servers of this file change settings, too.
  database.on('notification', ({ processId, payload = '' }) => {
    if (processId === rows[0]?.pid) heard.push(payload);
  });
  await database.query(`listen ${changesChannel}`);
  for (const statement of [
    `insert into settings (name, value) values ('added_later', '1')`,
    `update settings set value = '2' where name = 'added_later'`,
    `delete from settings where name = 'added_later'`,
    `delete from settings where name = 'site'`,
    `truncate settings`,
  ]) {
    heard.length = 0;
    await database.query(statement);
    expect([statement, heard]).toEqual([statement, [statement.startsWith('truncate') ? '*' : 'site']]);
  }
});
