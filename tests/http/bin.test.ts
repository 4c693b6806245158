import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import type { AdminPost, Post, PostCard } from '../../src/core/posts/api/posts.ts';
import type { Draft } from '../../src/core/posts/api/writing.ts';
import type { BinEntry, Restored } from '../../src/core/posts/bin/api.ts';
import { tablesOfPosts } from '../../src/core/posts/bin/store/bin.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

let color = 0;
const newPhoto = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: { r: color++ % 256, g: 80, b: 90 } } })
    .png()
    .toBuffer();

onEachDatabase('the bin', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  async function upload(postId: number, bytes?: Buffer): Promise<Image> {
    const form = new FormData();
    form.set('post_id', String(postId));
    form.set('cover', new Blob([new Uint8Array(bytes ?? (await newPhoto()))]), 'image.png');
    const { status, body } = await site.admin.post<Image[]>('/webapi/api/image', form);
    expect(status).toBe(201);
    return body[0] as Image;
  }
  const deletePost = async (id: number) => {
    const { status, body } = await site.admin.delete(`/webapi/api/posts/${id}`);
    expect([status, body]).toEqual([200, { id }]);
  };
  const deleteImage = async ({ post_id, id }: Image) => {
    const { status, body } = await site.admin.delete(`/webapi/api/assoc/postimage/${post_id}/${id}`);
    expect([status, body]).toEqual([200, { id }]);
  };
  const restore = async (...items: { kind: 'post' | 'image'; id: number }[]) => {
    const { status, body } = await site.admin.post<Restored[]>('/webapi/api/admin/bin/restore', { items });
    expect(status).toBe(200);
    return body;
  };
  const entries = async () => (await site.admin.get<BinEntry[]>('/webapi/api/admin/bin')).body;
  const statusOf = async (path: string) => (await site.visitor().get(path)).status;
  const textWith = ({ file_path }: Image) => `<p><img src="${file_path}" alt="A picture"></p>`;

  /** Every row of the site except activity, the bin and what differs by design. */
  async function content(): Promise<Record<string, unknown[]>> {
    const { db } = site.blog;
    const all: Record<string, unknown[]> = {};
    for (const { name, key } of await siteTables(db, dialectOf(db))) {
      if (name.startsWith('statistics')) continue; // counts the requests of the test
      if (['activity', 'sessions', 'attempts', 'listings', 'listing_totals', 'settings'].includes(name))
        continue;
      const order = key.length > 0 ? sql`order by ${sql.join(key.map((column) => sql.ref(column)))}` : sql``;
      const { rows } = await sql<object>`select * from ${sql.table(name)} ${order}`.execute(db);
      all[name] = rows.map((row) => ({ ...row }));
    }
    // A tag that no post has is deleted, and has another id when it is needed again.
    const { rows: tags } = await sql<object>`select pt.id, pt.post_id, t.tag_name from post_tags as pt
      join tags as t on t.id = pt.tag_id order by pt.id`.execute(db);
    all.tags = all.post_tags = tags;
    const listed = await sql<object>`select kind, name, post_id, post_date from listings
      order by kind, name, post_id`.execute(db);
    const totals = await sql<object>`select kind, name, total from listing_totals
      where total > 0 order by kind, name`.execute(db);
    return { ...all, listed: listed.rows, totals: totals.rows };
  }

  /** A post with everything that a post can have. */
  async function fullPost(title: string): Promise<{ post: Post; images: Image[]; category: number }> {
    const { id } = await site.createPost({ post_title: title, post_content: '<p>First marmalade</p>' });
    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: `kitchen${id}.jam`,
    });
    await site.admin.put(`/webapi/api/admin/cat/${id}/${category.body.id}`, { state: true });
    await site.admin.post(`/webapi/api/tag/${id}/jar${id}`);
    const images = [await upload(id), await upload(id)];
    await site.admin.put(`/webapi/api/admin/image/main/${id}/${images[1]?.id}`, {});
    const post_content = `<p>Second quincejelly${id}</p>${textWith(images[0] as Image)}`;
    await site.admin.put(`/webapi/api/posts/${id}`, { post_content });
    await site.admin.put(`/webapi/api/posts/${id}`, { post_title_web: `web-${id}` });
    const comment = await site.visitor().post<Comment>(`/webapi/api/posts/comment/${id}`, {
      comment_text: 'A thought on jam',
    });
    await site.admin.put(`/webapi/api/posts/comment/approve/${comment.body.id}`, { state: true });
    await site.visitor().post(`/webapi/api/posts/comment/${id}`, { comment_text: 'A waiting thought' });
    await site.visitor(newAddress()).post(`/webapi/api/vote/${id}`, { voteVal: 1, postId: id });
    await site.admin.post(`/webapi/api/admin/posts/${id}/previews`, {});
    await site.admin.put(`/webapi/api/admin/drafts/form-${id}`, {
      post_id: id,
      post_title: 'Unsaved',
      post_title_web: `web-${id}`,
      post_content: '<p>Unsaved words</p>',
      active: true,
      scheduled_date: null,
      version: 1,
      sequence: 1,
    });
    const { body } = await site.admin.get<[Post]>(`/webapi/api/posts/${id}`);
    return { post: body[0], images, category: category.body.id };
  }

  test('a deleted post is gone for everyone at once, and restoring brings every row and file back', async () => {
    const { post, images } = await fullPost('Making jam');
    const { id } = post;
    const page = `/post/${post.post_title_web}`;
    expect(await statusOf(page)).toBe(200);
    expect(await statusOf('/')).toBe(200);
    const before = await content();
    const files = await site.files();

    await deletePost(id);
    expect(await statusOf(page)).toBe(410);
    for (const client of [site.visitor(), site.admin]) {
      expect((await client.get(`/webapi/api/posts/${id}`)).status).toBe(404);
      expect((await client.get(`/webapi/api/posts/${id}/direct`)).status).toBe(404);
      expect((await client.get(`/webapi/api/vote/${id}`)).status).toBe(404);
      expect((await client.get(`/webapi/api/posts/comment/approve/${id}`)).status).toBe(404);
      const cards = await client.get<PostCard[]>('/webapi/getposts');
      expect(cards.body.map((card) => card.id)).not.toContain(id);
      for (const image of images) expect((await client.get(image.file_path)).status).toBe(404);
    }
    for (const path of ['/', '/feed.xml', '/sitemap.xml', `/search?q=quincejelly${id}`])
      expect((await site.visitor().get(path)).text).not.toContain('Making jam');
    const admin = await site.admin.get<AdminPost[]>('/webapi/api/admin/posts');
    expect(admin.body.map((one) => one.id)).not.toContain(id);
    expect(await site.files()).toEqual(files.filter((name) => !images.some((one) => shows(one, name))));
    const drafts = await site.admin.get<Draft[]>('/webapi/api/admin/drafts');
    expect(drafts.body.map((draft) => draft.post_id)).not.toContain(id);

    const [entry] = await entries();
    expect(entry).toMatchObject({
      kind: 'post',
      id,
      post_id: id,
      post_title: 'Making jam',
      deleted_by: 'admin',
    });
    expect(Date.parse(entry?.expires ?? '') - Date.parse(entry?.deleted_date ?? '')).toBe(30 * 86_400_000);
    const thumbnail = `/webapi/api/admin/bin/post/${id}/thumbnail`;
    expect((await site.admin.get(thumbnail)).status).toBe(200);
    expect((await site.visitor().get(thumbnail)).status).toBe(401);

    expect(await restore({ kind: 'post', id })).toEqual([{ kind: 'post', id, restored: true, message: '' }]);
    expect(await content()).toEqual(before);
    expect(await site.files()).toEqual(files);
    expect(await statusOf(page)).toBe(200);
    expect((await site.visitor().get('/post/making-jam')).headers.get('location')).toContain(page);
    for (const image of images) expect(await statusOf(image.file_path)).toBe(200);
    expect((await site.visitor().get(`/search?q=quincejelly${id}`)).text).toContain('Making jam');
    expect((await site.admin.get(thumbnail)).status).toBe(404);
    // It can be deleted and restored again.
    await deletePost(id);
    await restore({ kind: 'post', id });
    expect(await content()).toEqual(before);
  });

  const shows = (image: Image, name: string) => image.srcset.includes(name);

  test('a restored post says what could not be as it was', async () => {
    const { post, category } = await fullPost('Taken');
    const { id } = post;
    await deletePost(id);
    const other = await site.createPost({ post_title: 'Other' });
    const taken = await site.admin.put(`/webapi/api/posts/${other.id}`, {
      post_title_web: post.post_title_web,
    });
    expect(taken.status).toBe(200);
    expect((await site.admin.delete(`/webapi/api/admin/cat/${category}`)).status).toBe(200);
    const [result] = await restore({ kind: 'post', id });
    expect(result).toMatchObject({ restored: true });
    expect(result?.message).toContain(`"${post.post_title_web}-2"`);
    expect(result?.message).toContain(`"kitchen${id}.jam"`);
    const { body } = await site.admin.get<[Post]>(`/webapi/api/posts/${id}`);
    expect(body[0]).toMatchObject({ category_id: null, post_title_web: `${post.post_title_web}-2` });
    expect(body[0].tags.map((tag) => tag.tag_name)).toEqual([`jar${id}`]);
    const found = await site.admin.get<AdminPost[]>(
      `/webapi/api/admin/posts?search=${post.post_title_web}-2`,
    );
    expect(found.body.map((one) => one.id)).toEqual([id]);
  });

  test('a scheduled post whose time has passed in the bin does not publish itself', async () => {
    const scheduled_date = new Date(Date.now() + 60_000).toISOString();
    const { id } = await site.createPost({ post_title: 'Later', active: false, scheduled_date });
    await deletePost(id);
    await sql`update bin_rows set content = replace(content, ${scheduled_date}, '2026-01-01T00:00:00.000Z')
      where item_id = ${id}`.execute(site.blog.db);
    const [result] = await restore({ kind: 'post', id });
    expect(result?.message).toContain('not scheduled');
    const { body } = await site.admin.get<[Post]>(`/webapi/api/posts/${id}`);
    expect(body[0]).toMatchObject({ active: 0, scheduled_date: null });
  });

  test('a restored image is the main image again, unless another one was chosen', async () => {
    const { id } = await site.createPost({ post_title: 'Pictures' });
    const [first, second, third] = [await upload(id), await upload(id), await upload(id)];
    await site.admin.put(`/webapi/api/posts/${id}`, { post_content: textWith(first) });
    const imagesNow = async () => {
      const { body } = await site.visitor().get<[Post]>(`/webapi/api/posts/${id}`);
      return body[0].images.map((image) => [image.id, image.main_image]);
    };
    await deleteImage(first);
    expect(await statusOf(first.file_path)).toBe(404);
    expect(await imagesNow()).toEqual([
      [second.id, 1],
      [third.id, 0],
    ]);
    expect((await site.admin.get<Image[]>('/webapi/api/image')).body.map((one) => one.id)).not.toContain(
      first.id,
    );
    expect(await restore({ kind: 'image', id: first.id })).toMatchObject([{ restored: true }]);
    expect(await statusOf(first.file_path)).toBe(200);
    expect(await imagesNow()).toEqual([
      [first.id, 1],
      [second.id, 0],
      [third.id, 0],
    ]);
    await deleteImage(first);
    await site.admin.put(`/webapi/api/admin/image/main/${id}/${third.id}`, {});
    await restore({ kind: 'image', id: first.id });
    expect(await imagesNow()).toEqual([
      [first.id, 0],
      [second.id, 0],
      [third.id, 1],
    ]);
  });

  test('an image can be restored once its post is', async () => {
    const { id } = await site.createPost({ post_title: 'Twice' });
    const image = await upload(id);
    await deleteImage(image);
    await deletePost(id);
    const item = { kind: 'image' as const, id: image.id };
    const [refused] = await restore(item);
    expect(refused).toMatchObject({
      restored: false,
      message: expect.stringContaining('Restore the post first'),
    });
    expect(await restore(item, { kind: 'post', id })).toMatchObject([
      { kind: 'image', restored: true },
      { kind: 'post', restored: true },
    ]);
    expect(await statusOf(image.file_path)).toBe(200);
    await deleteImage(image);
    await deletePost(id);
    await site.admin.delete(`/webapi/api/admin/bin/post/${id}`);
    const gone = (await entries()).find((entry) => entry.kind === 'image' && entry.id === image.id);
    expect(gone).toMatchObject({ post: 'gone' });
    expect(await restore(item)).toMatchObject([{ restored: false }]);
  });

  test.each(['text', 'inactive text', 'revision', 'draft'] as const)(
    'an image that a %s of another post names keeps its file when its own post is deleted',
    async (place) => {
      const { id } = await site.createPost({ post_title: 'Origin' });
      const image = await upload(id);
      const other = await site.createPost({ post_title: 'Shows it', active: place !== 'inactive text' });
      if (place === 'draft')
        await site.admin.put(`/webapi/api/admin/drafts/draft-${other.id}`, {
          post_id: other.id,
          post_title: 'Shows it',
          post_title_web: 'shows-it',
          post_content: textWith(image),
          active: true,
          scheduled_date: null,
          version: 1,
          sequence: 1,
        });
      else await site.admin.put(`/webapi/api/posts/${other.id}`, { post_content: textWith(image) });
      if (place === 'revision')
        await site.admin.put(`/webapi/api/posts/${other.id}`, { post_content: '<p>Without</p>' });
      await deletePost(id);
      expect(await statusOf(image.file_path)).toBe(200);
      expect((await site.admin.delete(`/webapi/api/admin/bin/post/${id}`)).status).toBe(200);
      expect(await statusOf(image.file_path)).toBe(200);
      await deletePost(other.id);
    },
  );

  test('a file that only texts in the bin name is hidden, comes back with them, and goes with the last', async () => {
    const { id } = await site.createPost({ post_title: 'Origin' });
    const image = await upload(id);
    const other = await site.createPost({ post_title: 'Shows it', post_content: textWith(image) });
    await deletePost(id);
    await deletePost(other.id);
    expect(await statusOf(image.file_path)).toBe(404);
    await site.admin.delete(`/webapi/api/admin/bin/post/${id}`);
    expect(await statusOf(image.file_path)).toBe(404);
    await restore({ kind: 'post', id: other.id });
    expect(await statusOf(image.file_path)).toBe(200);
    await deletePost(other.id);
    const hash = /[0-9a-f]{64}/.exec(image.file_path)?.[0] ?? '';
    await site.admin.delete(`/webapi/api/admin/bin/post/${other.id}`);
    const left = (await Array.fromAsync(site.blog.files.list())).filter(({ name }) => name.includes(hash));
    // The text of the second post was its last use, but not its deletion: the sweep moves it to the trash.
    expect(left.every(({ name }) => !name.startsWith('bin/'))).toBe(true);
  });

  test('the same bytes, uploaded again, are served, and hidden again with the last image', async () => {
    const bytes = await newPhoto();
    const [one, two] = [await site.createPost(), await site.createPost()];
    const first = await upload(one.id, bytes);
    await deleteImage(first);
    expect(await statusOf(first.file_path)).toBe(404);
    const second = await upload(two.id, bytes);
    expect(second.file_path).toBe(first.file_path);
    expect(await statusOf(first.file_path)).toBe(200);
    await restore({ kind: 'image', id: first.id });
    await deleteImage(second);
    expect(await statusOf(first.file_path)).toBe(200);
    await deleteImage(first);
    expect(await statusOf(first.file_path)).toBe(404);
    const pending = await sql`select hash from hidden_files where pending = 1`.execute(site.blog.db);
    expect(pending.rows).toEqual([]);
  });

  test('deleting for good and emptying remove rows and files, and leave everything else', async () => {
    const { id } = await site.createPost({ post_title: 'For good' });
    const image = await upload(id);
    const kept = await upload((await site.createPost({ post_title: 'Stays' })).id);
    await deletePost(id);
    expect((await site.admin.delete(`/webapi/api/admin/bin/post/${id}`)).body).toEqual({ id });
    expect((await site.admin.delete(`/webapi/api/admin/bin/post/${id}`)).status).toBe(404);
    expect(await restore({ kind: 'post', id })).toMatchObject([{ restored: false }]);
    const hash = /[0-9a-f]{64}/.exec(image.file_path)?.[0] ?? '';
    const stored = async () => (await Array.fromAsync(site.blog.files.list())).map(({ name }) => name);
    expect((await stored()).filter((name) => name.includes(hash))).toEqual([]);
    await deletePost((await site.createPost()).id);
    const { body } = await site.admin.delete<{ deleted: number }>('/webapi/api/admin/bin');
    expect(body.deleted).toBeGreaterThan(0);
    expect(await entries()).toEqual([]);
    expect((await stored()).filter((name) => name.startsWith('bin/'))).toEqual([]);
    expect(await statusOf(kept.file_path)).toBe(200);
    for (const table of ['bin', 'bin_rows', 'bin_images']) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(site.blog.db);
      expect(rows, table).toEqual([]);
    }
  });

  test('every table with rows of posts goes to the bin', async () => {
    const { db } = site.blog;
    const { catalog } = dialectOf(db);
    const { rows: references } = await catalog.references.execute(db);
    const binned = (await tablesOfPosts(db)).map(({ name }) => name);
    const derived = [
      'listings',
      'search_texts',
      'search_words',
      'text_images',
      'revision_images',
      'image_search',
    ];
    // Who follows a comment is forgotten with it, because the bin must not keep addresses; a notice of it is not wanted any more.
    const forgotten = ['comment_followers', 'comment_notices', 'deleted_followers'];
    // Any other table that references a table of the bin must be in the bin or be derived when a post is restored.
    const below = references.filter(({ to }) => binned.includes(to)).map(({ from }) => from);
    const known = [...binned, ...derived, ...forgotten];
    expect(below.filter((name) => !known.includes(name))).toEqual([]);
    // What such tables reference besides may be gone; `adapted` in src/core/posts/bin/restore.ts handles each.
    const besides = references.filter(({ from, to }) => binned.includes(from) && !binned.includes(to));
    expect(besides.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual([
      'comments → profiles',
      'drafts → users',
      'post_categories → categories',
      'post_tags → tags',
      'posts → categories',
      'posts → profiles',
      // Rows of translation groups are never deleted.
      'posts → translation_groups',
    ]);
    // Rows of a post are found by this column.
    const { rows: columns } = await catalog.columns.execute(db);
    for (const name of binned.filter((table) => table !== 'posts'))
      expect(
        columns.some(({ table, column }) => table === name && column === 'post_id'),
        name,
      ).toBe(true);
  });
});
