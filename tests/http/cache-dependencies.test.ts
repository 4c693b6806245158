import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import { documents } from '../../src/core/feeds/discovery.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import { mailUrls } from '../../src/features/mail/api/urls.ts';
import { findPage, pages } from '../../src/modules/pages.ts';
import { privateTables } from '../../src/platform/db/content-version.ts';
import { urls } from '../../src/platform/http/urls.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** The posts are published now. */
const [year, month] = new Date().toISOString().split('-');
const archive = ['/archive', `/archive/${year}`, `/archive/${year}/${month}`];

const countsOfAll = '/webapi/api/counts?ids=3,1,2';
const counts = ['/webapi/api/counts?ids=1', countsOfAll];

/** At least one URL of every public route. The posts `walk` and `sea` share a category, `city` has its own. */
const routes = [
  '/',
  '/?view=compact',
  '/filter/nature',
  '/filter/coast',
  '/filter/urban',
  '/tag/water',
  '/tag/stone',
  '/post/walk',
  '/post/sea',
  '/post/city',
  '/post?name=1',
  '/search',
  '/search?q=pebbles',
  ...archive,
  '/topics',
  '/login',
  '/apps/there',
  ...['', '/tag/water', '/filter/nature', '/filter/urban'].flatMap((list) => [
    `${list}/feed.xml`,
    `${list}/atom.xml`,
    `${list}/feed.json`,
  ]),
  ...Object.keys(documents),
  '/sitemap-1.xml',
  '/webapi/getposts',
  ...counts,
  '/webapi/openapi.json',
  '/webapi/docs',
];

/** Never cached: they redirect, need a secret link, or show what is typed. */
const uncachedPages = [
  '/post',
  '/preview/:token',
  '/claim/:token',
  urls.typedPreview,
  '/announcement',
  mailUrls.confirmCommenter(':token'),
  mailUrls.stopCommenter(':signed'),
  '/webapi/api/posts/:limit/:offset/:category/:tag',
  '/mail/moderate/:link',
  '/subscribe',
  '/subscribe/confirm/:token',
  '/subscribe/:signed',
  '/subscribe/:signed/stop',
];

test('the routes of this test cover every public page', () => {
  const visited = new Set(routes.map((route) => findPage(new URL(route, 'http://blog').pathname)?.page));
  const left = pages.filter((page) => !visited.has(page)).map(({ path }) => path);
  expect(left.filter((path) => !uncachedPages.includes(path))).toEqual([]);
});

type Seen = Map<string, { etag: string | null; body: string }>;

/**
 * Two servers share the data: one with a page cache and one without. Every page of the first must equal that of the
 * second.
 */
onEachDatabase('the page cache', (kind) => {
  let temporary: TemporaryDatabase;
  let cached: TestSite;
  let uncached: TestSite;
  let owner: Client;
  const posts: Record<string, Post> = {};

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const env = {
      DATA_DIR: dataDir,
      SITE_URL: 'http://blog.example.org',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    cached = await startSite({ env });
    uncached = await startSite({ env: { ...env, PAGE_CACHE_MB: '0' } });
    owner = new Client(cached.url);
    await owner.login();
    for (const { id } of (await owner.get<Post[]>('/webapi/api/admin/posts')).body)
      await owner.delete(`/webapi/api/posts/${id}`);
    const inCategory: Record<string, string> = {
      walk: 'nature.coast',
      sea: 'nature.coast',
      city: 'urban',
    };
    for (const [title, path] of Object.entries(inCategory)) {
      const post = await owner.post<Post>('/webapi/api/posts', {
        post_title: title,
        post_content: `<p>About ${title}.</p>`,
        active: true,
      });
      posts[title] = post.body;
      const known = (await owner.get<Category[]>('/webapi/api/cat/all')).body;
      const category =
        known.find(({ category_path }) => category_path === path) ??
        (await owner.post<Category>('/webapi/api/admin/cat', { category_path: path })).body;
      await owner.put(`/webapi/api/admin/cat/${post.body.id}/${category.id}`, { state: true });
    }
    await owner.post(`/webapi/api/tag/${posts.walk?.id}/water`);
    await owner.post(`/webapi/api/tag/${posts.city?.id}/stone`);
  });
  afterAll(async () => {
    await cached.dispose();
    await uncached.dispose();
    await temporary.dispose();
  });

  const fetchAll = async (server: TestSite): Promise<Seen> => {
    const seen: Seen = new Map();
    for (const route of routes) {
      const response = await fetch(server.url + route, { redirect: 'manual' });
      const body = `${response.status} ${response.headers.get('location') ?? ''} ${await response.text()}`;
      seen.set(route, { etag: response.headers.get('etag'), body });
    }
    return seen;
  };

  /** The routes whose ETag differs after the change. Expects every route to equal that of the uncached server. */
  const changedBy = async (change: () => Promise<unknown>): Promise<string[]> => {
    await fetchAll(cached);
    const before = await fetchAll(cached);
    await change();
    const after = await fetchAll(cached);
    const expected = await fetchAll(uncached);
    const outdated = routes.filter((route) => after.get(route)?.body !== expected.get(route)?.body);
    expect(outdated).toEqual([]);
    return routes.filter((route) => before.get(route)?.etag !== after.get(route)?.etag);
  };

  const feedsOf = (...lists: string[]) =>
    lists.flatMap((list) => [`${list}/feed.xml`, `${list}/atom.xml`, `${list}/feed.json`]);
  const natureLists = ['/', '/?view=compact', '/filter/nature', '/filter/coast'];

  test('a changed post invalidates its page, its lists and feeds, and no other page', async () => {
    const changed = await changedBy(() =>
      owner.put(`/webapi/api/posts/${posts.walk?.id}`, {
        post_title: 'walk',
        post_content: '<p>About walk, with pebbles.</p>',
      }),
    );
    expect(changed).toEqual([
      ...natureLists,
      '/tag/water',
      '/post/walk',
      ...feedsOf('', '/tag/water', '/filter/nature'),
      '/sitemap.xml',
      '/sitemap-1.xml',
      '/webapi/getposts',
    ]);
  });

  test('a new post invalidates the page of the post before it, and of no other', async () => {
    const [walk, city] = ['/post/walk', '/post/city'];
    await Promise.all([walk, city].map((path) => fetch(cached.url + path)));
    const tagsOf = async (path: string) =>
      (await fetch(cached.url + path)).headers.get('surrogate-key')?.split(' ') ?? [];
    for (const path of [walk, city]) expect(await tagsOf(path)).not.toContain('all:');
    const changed = await changedBy(async () => {
      const { body } = await owner.post<Post>('/webapi/api/posts', {
        post_title: 'newest',
        post_content: '<p>New.</p>',
        active: true,
      });
      posts.newest = body;
    });
    expect(changed).toContain(city);
    expect(changed).not.toContain(walk);
    await changedBy(() =>
      owner.put(`/webapi/api/posts/${posts.newest?.id}`, { post_date: '2001-01-01T00:00:00.000Z' }),
    );
    const left = await changedBy(() => owner.delete(`/webapi/api/posts/${posts.newest?.id}`));
    expect(left).toContain(walk);
    expect(left).not.toContain(city);
  });

  test('comments of the owner are on the page of their post and in its lists at once', async () => {
    const ids: number[] = [];
    for (const comment_text of ['Look here.', 'And there.']) {
      const changed = await changedBy(async () => {
        const path = `/webapi/api/posts/comment/${posts.walk?.id}`;
        ids.push((await owner.post<Comment>(path, { comment_text })).body.id);
      });
      expect(changed).toContain('/post/walk');
      expect(changed).toContain('/tag/water');
    }
    for (const id of ids) await changedBy(() => owner.delete(`/webapi/api/posts/comment/${id}`));
  });

  test('a changed title also invalidates the other post of its topic', async () => {
    const changed = await changedBy(() =>
      owner.put(`/webapi/api/posts/${posts.walk?.id}`, {
        post_title: 'A long walk',
        post_content: '<p>About walk, with pebbles.</p>',
      }),
    );
    expect(changed).toContain('/post/sea');
    expect(changed).not.toContain('/post/city');
  });

  test('an approved comment invalidates its post and the lists that show it', async () => {
    const reader = new Client(cached.url);
    await reader.get('/webapi/api/admin/auth');
    const waiting = await changedBy(async () => {
      const { body } = await reader.post<Comment>(`/webapi/api/posts/comment/${posts.walk?.id}`, {
        comment_text: 'I walked there as well.',
      });
      expect(body.approved).toBe(false);
    });
    expect(waiting).toEqual([]);
    const [comment] = (await owner.get<Comment[]>(`/webapi/api/posts/comment/all/${posts.walk?.id}`)).body;
    const changed = await changedBy(() =>
      owner.put(`/webapi/api/posts/comment/approve/${comment?.id}`, { state: true }),
    );
    // The compact list shows no comments.
    const lists = natureLists.filter((list) => list !== '/?view=compact');
    expect(changed).toEqual([...lists, '/tag/water', '/post/walk', '/webapi/getposts', ...counts]);
  });

  test('a changed site name invalidates every page that contains it', async () => {
    const changed = await changedBy(() => owner.put('/webapi/api/admin/site', { site_name: 'Another name' }));
    // These either have no ETag (redirects, private pages) or do not contain the site name.
    expect(routes.filter((route) => !changed.includes(route))).toEqual([
      '/post?name=1',
      '/search?q=pebbles',
      '/robots.txt',
      '/sitemap.xml',
      '/.well-known/security.txt',
      '/favicon.svg',
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/icon-192.png',
      '/icon-512.png',
      '/icon-maskable-512.png',
      '/sitemap-1.xml',
      '/webapi/getposts',
      ...counts,
      '/webapi/openapi.json',
      '/webapi/docs',
    ]);
  });

  test('a renamed category invalidates its list and the pages of its posts', async () => {
    const known = (await owner.get<Category[]>('/webapi/api/cat/all')).body;
    const urban = known.find(({ category_path }) => category_path === 'urban');
    const changed = await changedBy(() =>
      owner.put(`/webapi/api/admin/cat/${urban?.id}`, { category_path: 'towns' }),
    );
    // A compact list shows no category.
    expect(changed).toEqual([
      '/',
      '/filter/urban',
      '/tag/stone',
      '/post/city',
      '/topics',
      ...feedsOf('', '/filter/urban'),
      '/sitemap.xml',
      '/sitemap-1.xml',
      '/webapi/getposts',
    ]);
  });

  test('a deleted post invalidates its page, its lists and feeds, and no other page', async () => {
    const changed = await changedBy(() => owner.delete(`/webapi/api/posts/${posts.sea?.id}`));
    expect(changed).toEqual([
      ...natureLists,
      '/post/walk',
      '/post/sea',
      // It was the previous post of this one.
      '/post/city',
      ...archive,
      '/topics',
      ...feedsOf('', '/filter/nature'),
      '/sitemap.xml',
      '/sitemap-1.xml',
      '/webapi/getposts',
      countsOfAll,
    ]);
  });
});

/** Tables that cached pages never show, or only through another table that notifies. */
const notOnPages = [
  'access_codes',
  'access_tokens',
  'activity',
  'announcements',
  'attempts',
  'bin',
  'bin_images',
  'bin_rows',
  'comment_blocks',
  'comment_followers',
  'comment_forms',
  'comment_notices',
  'comment_versions',
  'commenters',
  'connections',
  'cuts',
  'deleted_comments',
  'deleted_followers',
  'deleted_origins',
  'drafts',
  'embeds',
  'fediverse_activities',
  'fediverse_actors',
  'fediverse_inbox',
  'fediverse_objects',
  'fediverse_received',
  'fediverse_senders',
  'hidden_files',
  'hub_pings',
  'hub_posts',
  'image_search',
  'import_created',
  'import_image_uses',
  'import_images',
  'import_items',
  'imports',
  'jobs',
  'listing_totals',
  'mail_server',
  'mail_suppressions',
  'mail_tokens',
  'mails',
  'media',
  'migrations',
  'newsletters',
  'outbox',
  'outbox_hosts',
  'passkeys',
  'people',
  'post_addresses',
  'post_creations',
  'post_grams',
  'previews',
  'publish_changes',
  'published',
  'received_webmentions',
  'recovery_codes',
  'remarks',
  'revision_images',
  'revisions',
  'search_texts',
  'search_words',
  'sent_mentions',
  'sessions',
  'shares',
  'sign_in_places',
  'sign_in_steps',
  'social_answers',
  'social_replies',
  'spam_totals',
  'spam_words',
  // No page for readers shows numbers of visitors.
  'statistics',
  'statistics_readers',
  'statistics_salts',
  'statistics_visitors',
  'subscriber_categories',
  'subscribers',
  'subscription_requests',
  'text_images',
  'totals',
  // Only numbers: who is in a group is a column of the posts.
  'translation_groups',
  'unindexed_posts',
  'unknown_paths',
  'votes',
  'webhook_failures',
  'webhook_posts',
  'webhooks',
];

test('tables that do not clear the page cache of other processes on SQLite are on no page', () => {
  const internal = ['content_version', 'move_progress'];
  expect([...privateTables].filter((name) => !notOnPages.includes(name) && !internal.includes(name))).toEqual(
    [],
  );
});

test('replies and answers of social networks do not clear the page cache of other processes on SQLite', async () => {
  const temporary = await migratedDatabase('sqlite');
  const db = new DatabaseSync(join(temporary.config.dataDir, 'blog.sqlite'), { readOnly: true });
  const rows = db.prepare(
    "select name from sqlite_master where type = 'trigger' and tbl_name in ('social_answers', 'social_replies')",
  );
  const found = rows.all();
  db.close();
  await temporary.dispose();
  expect(found).toEqual([]);
});

/** Changes that no page shows: a list is updated by deleting and inserting, a tag is shown where a post has it. */
const silentChanges = ['listings update', 'redirects update', 'tags delete', 'tags insert'];

test('every table with public content notifies other processes of its changes', async () => {
  const temporary = await migratedDatabase('postgres');
  const server = await startSite({
    env: { DATA_DIR: temporary.config.dataDir, DATABASE_URL: temporary.config.databaseUrl ?? '' },
  });
  const client = new pg.Client(temporary.config.databaseUrl ?? '');
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal and not starts_with(tgname, 'total_'))
       order by relname`,
    );
    expect(rows.map(({ name }) => name)).toEqual(notOnPages);
    const { rows: silent } = await client.query<{ change: string }>(
      `select relname || ' ' || event as change
       from (values ('insert', 4), ('delete', 8), ('update', 16)) as events (event, bit), pg_class c
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ($1)
       and not exists (select from pg_trigger where tgrelid = c.oid and starts_with(tgname, 'tell_') and tgtype & bit > 0)
       order by 1`,
      [notOnPages],
    );
    expect(silent.map(({ change }) => change)).toEqual(silentChanges);
  } finally {
    await client.end();
    await server.dispose();
    await temporary.dispose();
  }
});
