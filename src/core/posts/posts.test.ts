import { describe, expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { restoreRevision, revisionsOf } from '../writing/revisions.ts';
import { adminPosts, listPosts, postById, postByWebTitle, postCounts } from './posts.ts';
import { publishDue } from './schedule.ts';
import { changePost, createPost, publishScheduled, removePost, setStatus } from './write-posts.ts';

const minute = 60_000;
const everything = { limit: 10, offset: 0, category: '!null', tag: '!null' };
const notFound = { code: 'not_found' };

describe('creating a post', () => {
  test('sanitizes its HTML and derives a unique web title', async () => {
    const blog = await memoryBlog();
    const input = { post_title: 'Tea at Four', post_content: '<p onclick="x()">Hot</p><script>x()</script>' };
    const first = await createPost(blog, { ...input, active: true });
    const second = await createPost(blog, { ...input, active: true });
    expect(first.post_content).toBe('<p>Hot</p>');
    expect([first.post_title_web, second.post_title_web]).toEqual(['tea-at-four', 'tea-at-four-2']);
  });

  test('stores a title of blanks as an empty one, which is shown as untitled', async () => {
    const blog = await memoryBlog();
    const { id, post_title } = await createPost(blog, { post_title: ' \u00a0\u3000 ', active: true });
    expect(post_title).toBe('');
    await changePost(blog, id, { post_title: 'Named' });
    expect((await changePost(blog, id, { post_title: '  ' })).post_title).toBe('');
  });

  test('shows an active post to visitors, and an inactive one only to administrators', async () => {
    const blog = await memoryBlog();
    const active = await createPost(blog, { post_title: 'Active', active: true });
    const inactive = await createPost(blog, { post_title: 'Inactive', active: false });
    expect((await postById(blog, visitor, active.id)).post_title).toBe('Active');
    await expect(postById(blog, visitor, inactive.id)).rejects.toMatchObject(notFound);
    expect((await postById(blog, admin, inactive.id)).active).toBe(0);
    const { cards, total } = await listPosts(blog, everything);
    expect([cards.map(({ id }) => id), total]).toEqual([[active.id], 1]);
  });

  test('invalidates cached lists', async () => {
    const blog = await memoryBlog();
    await createPost(blog, { post_title: 'News', active: true });
    expect(blog.changes.flatMap(({ touches }) => touches)).toContain('all:');
  });
});

test('lists and counts drafts and scheduled posts apart', async () => {
  const blog = await memoryBlog();
  const draft = await createPost(blog, { post_title: 'Draft', active: false });
  const scheduled_date = new Date(blog.now().getTime() + 60 * minute).toISOString();
  const later = await createPost(blog, { post_title: 'Later', active: false, scheduled_date });
  await createPost(blog, { post_title: 'Active', active: true });
  const found = async (status: 'draft' | 'scheduled' | 'inactive', search = '') => {
    const page = { limit: 10, offset: 0 };
    const list = await adminPosts(blog, { status, search }, page, { by: 'date', down: true }, true);
    return { ids: list.posts.map(({ id }) => id), total: list.total };
  };
  expect(await found('draft')).toEqual({ ids: [draft.id], total: 1 });
  expect(await found('scheduled')).toEqual({ ids: [later.id], total: 1 });
  expect(await found('scheduled', 'later')).toEqual({ ids: [later.id], total: 1 });
  expect((await found('inactive')).total).toBe(2);
  expect(await postCounts(blog)).toEqual({ draft: 1, scheduled: 1, active: 1 });
});

describe('changing a post', () => {
  test('does not change omitted fields, and increments the version', async () => {
    const blog = await memoryBlog();
    const post = await createPost(blog, { post_title: 'Before', post_content: '<p>Same</p>', active: true });
    const changed = await changePost(blog, post.id, { post_title: 'After' });
    expect(changed).toMatchObject({ post_title: 'After', post_content: '<p>Same</p>' });
    expect(changed.version).toBe(post.version + 1);
  });

  test('keeps the web title of a post that was public, and follows the title of one that was not', async () => {
    const blog = await memoryBlog();
    const open = await createPost(blog, { post_title: 'Old', active: true });
    const hidden = await createPost(blog, { post_title: 'Draft', active: false });
    expect((await changePost(blog, open.id, { post_title: 'New' })).post_title_web).toBe('old');
    expect((await changePost(blog, hidden.id, { post_title: 'Ready' })).post_title_web).toBe('ready');
  });

  test('sets the update date only after the post was first active', async () => {
    const blog = await memoryBlog();
    const { id } = await createPost(blog, { post_title: 'A', active: false });
    expect((await changePost(blog, id, { post_title: 'B' })).update_date).toBeNull();
    await setStatus(blog, id, true);
    blog.wait(minute);
    expect((await changePost(blog, id, { post_title: 'C' })).update_date).toBe('2026-03-01T12:01:00.000Z');
  });

  test('refuses an outdated version and overwrites nothing', async () => {
    const blog = await memoryBlog();
    const { id, version } = await createPost(blog, { post_title: 'A', active: true });
    await changePost(blog, id, { post_title: 'Mine', version });
    const conflict = changePost(blog, id, { post_title: 'Theirs', version });
    await expect(conflict).rejects.toMatchObject({ code: 'conflict' });
    expect((await postById(blog, admin, id)).post_title).toBe('Mine');
  });

  test('reserves the old web title for its post when another one is chosen', async () => {
    const blog = await memoryBlog();
    const { id } = await createPost(blog, { post_title: 'Ferry', active: true });
    await changePost(blog, id, { post_title_web: 'boat' });
    const other = await createPost(blog, { post_title: 'Ferry', active: true });
    expect(other.post_title_web).not.toBe('ferry');
    expect((await postByWebTitle(blog, visitor, 'boat')).id).toBe(id);
  });
});

describe('revisions', () => {
  test('contain each earlier text, and restoring one creates another', async () => {
    const blog = await memoryBlog();
    const { id } = await createPost(blog, { post_title: 'First', post_content: '<p>One</p>', active: true });
    for (const word of ['Two', 'Three']) {
      blog.wait(60 * minute);
      await changePost(blog, id, { post_content: `<p>${word}</p>` }, admin);
    }
    const revisions = await revisionsOf(blog, admin, id);
    expect(revisions).toHaveLength(2);
    const oldest = revisions.reduce((a, b) => (a.id < b.id ? a : b));
    blog.wait(60 * minute);
    const restored = await restoreRevision(blog, admin, id, oldest.id);
    expect(restored.post_content).toBe('<p>One</p>');
    expect(await revisionsOf(blog, admin, id)).toHaveLength(3);
  });
});

describe('a scheduled post', () => {
  test('is inactive until its time, and then published once with that date', async () => {
    const blog = await memoryBlog();
    const scheduled_date = '2026-03-01T12:10:00.000Z';
    const { id } = await createPost(blog, { post_title: 'Later', active: false, scheduled_date });
    blog.wait(9 * minute);
    await publishDue(blog);
    await expect(postById(blog, visitor, id)).rejects.toMatchObject(notFound);
    blog.wait(2 * minute);
    await publishDue(blog);
    const published = await postById(blog, visitor, id);
    expect(published).toMatchObject({ active: 1, post_date: scheduled_date, scheduled_date: null });
    await publishDue(blog);
    expect((await postById(blog, visitor, id)).version).toBe(published.version);
  });

  test('is not published before its time, even if its time was moved while it was being published', async () => {
    const blog = await memoryBlog();
    const scheduled_date = '2026-03-01T12:10:00.000Z';
    const { id } = await createPost(blog, { post_title: 'Later', active: false, scheduled_date });
    await publishScheduled(blog, id);
    expect(await postById(blog, admin, id)).toMatchObject({ active: 0, scheduled_date });
  });

  test('stays inactive when its schedule is removed', async () => {
    const blog = await memoryBlog();
    const scheduled_date = '2026-03-01T12:10:00.000Z';
    const { id } = await createPost(blog, { post_title: 'Never', active: false, scheduled_date });
    await changePost(blog, id, { scheduled_date: null });
    blog.wait(60 * minute);
    await publishDue(blog);
    expect((await postById(blog, admin, id)).active).toBe(0);
  });
});

test('a deleted post is gone for administrators, too', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'Gone', active: true });
  await removePost(blog, id);
  await expect(postById(blog, admin, id)).rejects.toMatchObject(notFound);
  expect((await listPosts(blog, everything)).total).toBe(0);
});
