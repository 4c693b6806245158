import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { firstAdministrator } from '../../src/core/accounts/sign-in/first-administrator.ts';
import { addComment } from '../../src/core/comments/comments.ts';
import { emptyBin } from '../../src/core/posts/bin/bin.ts';
import { changePost, createPost } from '../../src/core/posts/write-posts.ts';
import { changeCustomCss } from '../../src/core/site/custom-css.ts';
import { changeMenu, menuForOwner } from '../../src/core/site/menu.ts';
import { changeSite } from '../../src/core/site/site.ts';
import { contentCatalog, contentTables } from '../../src/core/site/store/content-tables.ts';
import { contentRows } from '../../src/features/export/store.ts';
import { writeExport } from '../../src/features/export/write-export.ts';
import { createImport, importItems, importOf, undoImport } from '../../src/features/import/imports.ts';
import { hashesOfAddresses, hashOfAddress, signedId } from '../../src/features/mail/queue/links.ts';
import { suppressionOf } from '../../src/features/mail/store/suppressions.ts';
import { unsubscribe } from '../../src/features/mail/subscribers/subscriptions.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { type Checksum, checksumOf } from '../../src/platform/db/table-rows.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import {
  type DatabaseKind,
  databases,
  isDeep,
  migratedDatabase,
  onEachDatabase,
} from '../support/databases.ts';
import { hostileContents, hostileTitles } from '../support/hostile-blog.ts';
import { admin } from '../support/memory-blog.ts';
import { adminPassword } from '../support/server.ts';

async function emptySite(kind: DatabaseKind): Promise<Blog> {
  const temporary = await migratedDatabase(kind);
  const { dataDir, databaseUrl } = temporary.config;
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' });
  const { blog } = await openBlog(config, createLog('silent'));
  await firstAdministrator(blog, 'admin', adminPassword);
  onTestFinished(async () => {
    await blog.db.destroy();
    await temporary.dispose();
  });
  return blog;
}

const hash = (letter: string) => letter.repeat(64);
const day = (number: number) => `2020-01-${String(number).padStart(2, '0')}T08:09:10.123Z`;

/** A site with something in every content table. */
async function fill(blog: Blog): Promise<void> {
  const { db, files } = blog;
  const stored = async (name: string, width: number) => {
    const bytes = await sharp({ create: { width, height: width, channels: 3, background: '#c8102e' } })
      .webp()
      .toBuffer();
    await files.write(name, bytes, 'image/webp');
    return { name, width, height: width, bytes: bytes.length };
  };
  const variants = JSON.stringify([
    await stored(`aa/${hash('a')}-320.webp`, 320),
    await stored(`aa/${hash('a')}-640.webp`, 640),
  ]);
  await changeSite(blog, { site_name: 'A "site" ---', tagline: 'Words', footer_text: '<p>Foot</p>' });
  await changeCustomCss(blog, 'body { color: red; }');
  const { id: travel } = await db
    .insertInto('categories')
    .values({ category_path: 'travel.japan', titles: '["Travel & more",""]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: food } = await db
    .insertInto('categories')
    .values({ category_path: 'food', titles: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const make = (input: Record<string, unknown>) =>
    createPost(blog, { post_content: '<p>Words</p>', active: true, ...input } as never, admin);
  for (const post_title of hostileTitles) await make({ post_title });
  for (const post_content of hostileContents) await make({ post_title: 'Content', post_content });
  const first = await make({
    post_title: 'First',
    tags: ['one', 'two'],
    category_id: travel,
    post_content: `<p>Words</p><figure><img src="/images/aa/${hash('a')}-640.webp" alt="A"><figcaption>B</figcaption></figure><figure class="embed"><a href="https://video.example.org/1">https://video.example.org/1</a></figure>`,
    meta_description: 'Written by hand',
  });
  await changePost(blog, first.id, { post_title_web: 'renamed' } as never, admin);
  await make({ post_title: 'Erster', language: 'de', translation_of: first.id });
  await make({ post_title: 'Draft', active: false });
  await make({ post_title: 'Later', active: false, scheduled_date: '2099-01-01T00:00:00.000Z' });
  const page = await make({ kind: 'page', post_title: 'Privacy', post_title_web: '/legal/privacy' });
  await db.updateTable('tags').set({ display_name: 'Ōne & only' }).where('tag_name', '=', 'one').execute();
  await db.insertInto('post_categories').values({ post_id: first.id, category_id: food }).execute();
  const image = {
    hash: hash('a'),
    width: 640,
    height: 640,
    color: '#c8102e',
    bytes: 900,
    date_added: day(2),
  };
  await db
    .insertInto('images')
    .values([
      { ...image, post_id: first.id, variants, alt: 'An "image"', main_image: 1, focal_x: 20 },
      { ...image, post_id: page.id, variants, alt: '', main_image: 1, focal_x: 50 },
    ])
    .execute();
  const comment = { post_id: first.id, user_name: 'Reader', date_added: day(3) };
  const { id: parent } = await db
    .insertInto('comments')
    .values({ ...comment, comment_text: 'First <b> & ]]>\n\nsecond', approved: 1, source: 'local' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('comments')
    .values([
      {
        ...comment,
        comment_text: 'A reply',
        approved: 1,
        parent_id: parent,
        author_url: 'https://example.org/',
        source: 'import',
      },
      { ...comment, comment_text: 'A mention', approved: 0, source: 'pingback' },
      {
        ...comment,
        comment_text: 'From elsewhere',
        approved: 1,
        parent_id: parent,
        person: 'https://social.example/users/ada',
        source: 'fediverse',
        origin_url: 'https://social.example/@ada/1',
        origin_id: 'https://social.example/notes/1',
        date_edited: day(4),
      },
    ])
    .execute();
  await db
    .insertInto('reactions')
    .values([
      {
        post_id: first.id,
        kind: 'like',
        source: 'webmention',
        origin_id: 'https://example.org/like',
        author_name: 'Bo',
        author_url: 'https://example.org/',
        date_added: day(4),
      },
      {
        post_id: first.id,
        kind: 'repost',
        source: 'bluesky',
        origin_id: 'at://did:plc:x/app.bsky.feed.repost/1',
        author_name: 'Cy',
        author_url: null,
        date_added: day(5),
      },
    ])
    .execute();
  await db
    .insertInto('votes')
    .values([1, 2].map((number) => ({ post_id: first.id, address: hash(`${number}`), date_added: day(4) })))
    .execute();
  await db.updateTable('posts').set({ vote_count: 2 }).where('id', '=', first.id).execute();
  const target = { post_id: null, tag: null, category_id: null, image: null, to_path: null, import_id: null };
  await db
    .insertInto('redirects')
    .values([
      { ...target, from_path: '/?p=1', post_id: first.id, date_added: day(5), hits: 3 },
      { ...target, hits: 0, from_path: '/2010/old/', post_id: first.id, date_added: day(5) },
      { ...target, hits: 0, from_path: '/gone', date_added: day(5) },
      { ...target, hits: 0, from_path: '/else', to_path: '/archive', date_added: day(5) },
    ] as never)
    .execute();
  const { id: subscriber } = await db
    .insertInto('subscribers')
    .values({
      address: 'Ann@example.org',
      address_key: 'ann@example.org',
      frequency: 'weekly',
      all_posts: 0,
      source: 'form',
      date_added: day(6),
      date_confirmed: day(7),
      date_bounced: day(8),
      bounce: '550 5.1.1 <Ann@example.org>: no such user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('subscriber_categories')
    .values({ subscriber_id: subscriber, category_id: travel })
    .execute();
  await db
    .insertInto('mail_suppressions')
    .values({
      address_hash: hashOfAddress(blog, 'left@example.org'),
      reason: 'unsubscribed',
      detail: '',
      date_added: day(8),
    })
    .execute();
  const mp3 = `bb/${hash('b')}.mp3`;
  await files.write(mp3, Buffer.concat([Buffer.from('ID3'), Buffer.alloc(200)]), 'audio/mpeg');
  await db
    .insertInto('media')
    .values({
      hash: hash('b'),
      kind: 'audio',
      title: 'Sound.mp3',
      type: 'audio/mpeg',
      variants: JSON.stringify([{ name: mp3, width: 0, height: 0, bytes: 203 }]),
      bytes: 203,
      date_added: day(6),
    })
    .execute();
  for (const [name, letter] of [
    ['logo', 'c'],
    ['photo:1', 'e'],
  ] as const)
    await db
      .insertInto('site_images')
      .values({
        name,
        hash: hash(letter),
        variants: JSON.stringify([
          await stored(`${letter}${letter}/${hash(letter)}-${name.replace(/:.*/, '')}-96.webp`, 96),
        ]),
        needs_plate: 0,
        date_added: day(7),
      })
      .execute();
  const found = {
    provider: 'Video',
    title: 'A video',
    author: '',
    text: '',
    codeFile: '',
    player: 'https://video.example.org/p/1',
    width: 16,
    height: 9,
    image: null,
  };
  await db
    .insertInto('embeds')
    .values({
      url: 'https://video.example.org/1',
      found: JSON.stringify(found),
      image: null,
      tries: 1,
      retry_date: null,
      date_found: day(8),
    })
    .onConflict((conflict) =>
      conflict
        .column('url')
        .doUpdateSet({ found: JSON.stringify(found), retry_date: null, tries: 1, date_found: day(8) }),
    )
    .execute();
  await db
    .updateTable('profiles')
    .set({ display_name: 'Ann', bio: '<p>Bio</p>', links: '[{"label":"Web","url":"https://example.org/"}]' })
    .where('user_id', '=', 1)
    .execute();
  const { version } = await menuForOwner(blog);
  await changeMenu(blog, {
    version,
    header: [{ label: 'Legal', target: { kind: 'page', id: page.id }, children: [] }],
    footer: [],
  } as never);
}

/** The checksums of all content tables, each with its rows. */
async function checksums(blog: Blog): Promise<Record<string, Checksum | unknown[]>> {
  const sums: Record<string, Checksum | unknown[]> = {};
  for (const [name, table] of await contentCatalog(blog.db)) {
    if (name !== 'settings') sums[name] = await checksumOf(blog.db, table);
    else {
      const rows: unknown[] = [];
      for await (const row of contentRows(blog.db, table)) rows.push(row);
      sums[name] = rows;
    }
  }
  return sums;
}

/** What is derived must follow, too. Of the post First the source has rows that were inserted behind the blog's back. */
async function derived({ db }: Blog) {
  const posts = await db
    .selectFrom('posts')
    .select([
      'id',
      'card_html',
      'card_truncated',
      'description',
      'reading_minutes',
      'search_text',
      'shown_html',
    ])
    .where('post_title', '<>', 'First')
    .orderBy('id')
    .execute();
  const food = await db.selectFrom('categories').select('id').where('category_path', '=', 'food').execute();
  const listings = await db
    .selectFrom('listings')
    .select(['kind', 'name', 'post_id', 'post_date'])
    .where('name', 'not in', ['food', ...food.map(({ id }) => String(id))])
    .execute();
  const tables = (await siteTables(db, dialectOf(db))).filter(({ name }) =>
    ['text_images', 'search_texts'].includes(name),
  );
  const sums = await Promise.all(tables.map((table) => checksumOf(db, table)));
  return { posts, listings: listings.map((row) => JSON.stringify(row)).sort(), sums };
}

async function exportOf(blog: Blog): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'export.zip');
  expect((await writeExport(blog, 'archive', file)).missing).toEqual([]);
  return file;
}

const shownHtml = async ({ db }: Blog) =>
  (await db.selectFrom('posts').select('shown_html').where('post_title', '=', 'First').executeTakeFirst())
    ?.shown_html;
const listedIn = async ({ db }: Blog, name: string) =>
  (
    await db
      .selectFrom('listings')
      .selectAll()
      .where('kind', '=', 'category')
      .where('name', '=', name)
      .execute()
  ).length;

async function imported(blog: Blog, file: string) {
  const { id } = await createImport(blog, admin, { path: file, name: 'export.zip' }, false);
  await runDueJobs(blog, new AbortController().signal, jobKinds);
  return importOf(blog, id);
}

onEachDatabase('an export', (from) => {
  test.each(isDeep ? databases : [from])(
    'to %s: an empty site becomes the same',
    { timeout: 120_000 },
    async (to) => {
      const source = await emptySite(from);
      await fill(source);
      const target = await emptySite(to);
      const before = await checksums(source);
      for (const name of Object.keys(contentTables))
        expect(before[name], name).not.toMatchObject(name === 'settings' ? [] : { rows: 0 });
      const record = await imported(target, await exportOf(source));
      const { items } = await importItems(
        target,
        record.id,
        { outcome: 'left-out' },
        { limit: 50, offset: 0 },
      );
      expect(items.map(({ label, reasons }) => [label, reasons])).toEqual([]);
      expect(record).toMatchObject({ state: 'done', format: 'not-terrible', error: null, problems: [] });
      expect(await checksums(target)).toEqual(before);
      expect(await derived(target)).toEqual(await derived(source));
      expect(await shownHtml(target)).toMatch(/srcset=.*A video/s);
      expect(await listedIn(target, 'food')).toBe(1);
      const names = async (blog: Blog) =>
        (await Array.fromAsync(blog.files.list())).map(({ name }) => name).sort();
      expect(await names(target)).toEqual(await names(source));
      // Ids go on after those that were restored.
      const { id } = await createPost(target, { post_title: 'New', tags: ['new'] } as never, admin);
      expect(id).toBeGreaterThan(1);
      // Links in old mails work, those who left are known, and both again after another move.
      const link = signedId(source, 'subscriber', 1);
      const next = await emptySite(to);
      await imported(next, await exportOf(target));
      for (const moved of [target, next]) {
        const hashes = (await hashesOfAddresses(moved, moved.db))('Left@example.org');
        expect(await suppressionOf(moved.db, hashes)).toMatchObject({ reason: 'unsubscribed' });
        expect(await unsubscribe(moved, signedId(source, 'commenter', 1))).toBe(false);
        expect(await unsubscribe(moved, link)).toBe(true);
        expect(await moved.db.selectFrom('subscribers').selectAll().execute()).toEqual([]);
      }
      if (from !== to) return;
      const again = await imported(target, await exportOf(source));
      expect(again.counts.reduce((sum, { imported: count }) => sum + count, 0)).toBe(0);
    },
  );

  test('undo leaves only settings and the profile of the administrator', async () => {
    const source = await emptySite(from);
    await fill(source);
    const target = await emptySite(from);
    const { profiles: _, settings: __, ...before } = await checksums(target);
    const { id } = await imported(target, await exportOf(source));
    await undoImport(target, id);
    await runDueJobs(target, new AbortController().signal, jobKinds);
    await emptyBin(target, admin);
    const { profiles, settings, ...after } = await checksums(target);
    expect(after).toEqual(before);
    expect(profiles).toMatchObject({ rows: 1 });
    expect(settings).not.toEqual([]);
  });

  test('undo keeps posts that readers have answered since, with what they show, and what was replaced', async () => {
    const source = await emptySite(from);
    await fill(source);
    const target = await emptySite(from);
    const { id } = await imported(target, await exportOf(source));
    const posts = await target.db.selectFrom('posts').select(['id', 'post_title']).orderBy('id').execute();
    const { id: voted = 0 } = posts.find(({ post_title }) => post_title === 'First') ?? {};
    const { id: commented = 0 } = posts[1] ?? {};
    const vote = { post_id: voted, address: hash('9'), date_added: day(9) };
    await target.db.insertInto('votes').values(vote).execute();
    await target.db
      .updateTable('site_images')
      .set({ hash: hash('d') })
      .where('name', '=', 'logo')
      .execute();
    const shown = async () => ({
      embeds: await target.db.selectFrom('embeds').selectAll().execute(),
      images: await target.db.selectFrom('site_images').selectAll().orderBy('name').execute(),
    });
    const before = await shown();
    expect(before.images.map(({ name }) => name)).toEqual(['logo', 'photo:1']);
    const answer = { comment_text: 'Thank you all.' } as Parameters<typeof addComment>[3];
    await addComment(target, admin, commented, answer, { address: '192.0.2.1', since: undefined });
    await undoImport(target, id);
    await runDueJobs(target, new AbortController().signal, jobKinds);
    expect(await target.db.selectFrom('posts').select('id').orderBy('id').execute()).toEqual([
      { id: commented },
      { id: voted },
    ]);
    expect(await shown()).toEqual(before);
    const { items } = await importItems(
      target,
      id,
      { outcome: 'kept', kind: 'post' },
      { limit: 10, offset: 0 },
    );
    expect(items).toHaveLength(2);
  });

  test('a site with content gets what is new to it, with new ids', async () => {
    const source = await emptySite(from);
    await fill(source);
    const target = await emptySite(from);
    await createPost(
      target,
      { post_title: 'Mine', post_content: '<p>Mine</p>', active: true } as never,
      admin,
    );
    const record = await imported(target, await exportOf(source));
    expect(record).toMatchObject({ state: 'done', problems: [] });
    // Titles lose control characters on the way, as in every import.
    const contents = async ({ db }: Blog) => {
      const rows = await db
        .selectFrom('posts')
        .select('post_content')
        .where('post_title', '<>', 'Mine')
        .execute();
      return rows.map(({ post_content }) => post_content.replace(/\/images\/[^"]+/g, '/images/x')).sort();
    };
    expect(await contents(target)).toEqual(await contents(source));
    const votes = record.counts.find(({ source_kind }) => source_kind === 'vote');
    expect(votes).toMatchObject({ expected: 2, left_out: 2 });
    const reactions = record.counts.find(({ source_kind }) => source_kind === 'reaction');
    expect(reactions).toMatchObject({ expected: 2, left_out: 2 });
    expect(record.counts.find(({ source_kind }) => source_kind === 'comment')).toMatchObject({ left_out: 0 });
    const subscribers = record.counts.find(({ source_kind }) => source_kind === 'subscriber');
    expect(subscribers).toMatchObject({ expected: 1, left_out: 1 });
    // The report of an import outlives the subscribers, so it has no addresses.
    const items = await target.db.selectFrom('import_items').selectAll().execute();
    expect(JSON.stringify(items)).toContain('Subscriber 1');
    expect(JSON.stringify(items).toLowerCase()).not.toContain('ann@example.org');
  });
});
