import { type KyselyPlugin, sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import { approveComments, removeComments } from '../../src/core/comments/comments.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Revision } from '../../src/core/posts/api/writing.ts';
import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import { publishDue } from '../../src/core/posts/schedule.ts';
import { indexMissing } from '../../src/core/posts/search/search.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import type { Tag } from '../../src/core/posts/terms/api/tags.ts';
import { vote } from '../../src/core/posts/votes/votes.ts';
import type { CacheChange } from '../../src/platform/blog.ts';
import { visitor } from '../../src/platform/http/viewer.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

/** A post with everything that can be changed on it. */
type Sample = {
  post: Post;
  category: Category;
  tag: Tag;
  images: Image[];
  waiting: Comment;
  approved: Comment;
};

type Case = {
  name: string;
  change: (site: ApiSite, sample: Sample) => Promise<unknown>;
  /** The entry in the activity log; null for actions of readers. */
  activity: RegExp | null;
  revision?: boolean;
  prepare?: (site: ApiSite, sample: Sample) => Promise<unknown>;
};

const put =
  (path: (sample: Sample) => string, body: unknown = {}) =>
  async (site: ApiSite, sample: Sample) => {
    const { status } = await site.admin.put(`/webapi${path(sample)}`, body);
    expect(status).toBe(200);
  };
const remove = (path: (sample: Sample) => string) => async (site: ApiSite, sample: Sample) => {
  const { status } = await site.admin.delete(`/webapi${path(sample)}`);
  expect(status).toBe(200);
};
const postPath = ({ post }: Sample) => `/api/posts/${post.id}`;
const future = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();

const cases: Case[] = [
  {
    name: 'title',
    change: put(postPath, { post_title: 'Another title' }),
    activity: /^Changed the text of the post "Another title"/,
    revision: true,
  },
  {
    name: 'content',
    change: put(postPath, { post_content: '<p>Words about herons</p>' }),
    activity: /^Changed the text of/,
    revision: true,
  },
  { name: 'status', change: put(({ post }) => `/api/posts/status/${post.id}/0`), activity: /^Deactivated/ },
  {
    name: 'activation',
    prepare: put(postPath, { active: false }),
    change: put(postPath, { active: true }),
    activity: /^Activated/,
  },
  {
    name: 'date',
    change: put(postPath, { post_date: '2001-02-03T04:05:06Z' }),
    activity: /^Changed the date of/,
  },
  {
    name: 'web title',
    change: (site, sample) => put(postPath, { post_title_web: `chosen-${sample.post.id}` })(site, sample),
    activity: /^Changed the web title of/,
  },
  {
    name: 'schedule',
    change: (site, sample) => put(postPath, { scheduled_date: future() })(site, sample),
    activity: /^Deactivated/,
  },
  {
    name: 'scheduled publishing',
    prepare: (site, sample) => put(postPath, { scheduled_date: future() })(site, sample),
    change: async (site, sample) => {
      // Due only now: the server publishes, too.
      await site.blog.db
        .updateTable('posts')
        .set({ scheduled_date: '2020-01-01T00:00:00.000Z' })
        .where('id', '=', sample.post.id)
        .execute();
      await publishDue(site.blog);
    },
    activity: /^Activated/,
  },
  {
    name: 'no category',
    change: put(({ post }) => `/api/admin/cat/${post.id}/0`),
    activity: /^Took the post .* out of its category/,
  },
  {
    name: 'path of its category',
    change: (site, sample) =>
      put(({ category }) => `/api/admin/cat/${category.id}`, { category_path: `renamed.s${sample.post.id}` })(
        site,
        sample,
      ),
    activity: /^Renamed the category/,
  },
  {
    name: 'new tag',
    change: async (site, { post }) => {
      const { status } = await site.admin.post(`/webapi/api/tag/${post.id}/osprey`);
      expect(status).toBe(201);
    },
    activity: /^Tagged the post .* with osprey/,
  },
  {
    name: 'removed tag',
    change: remove(({ tag }) => `/api/tag/${tag.id}`),
    activity: /^Removed the tag/,
  },
  {
    name: 'new image',
    change: (site, { post }) => upload(site, post.id, '#a00'),
    activity: /^Added an image to/,
  },
  {
    name: 'main image',
    change: put(({ post, images }) => `/api/admin/image/main/${post.id}/${images[1]?.id}`),
    activity: /^Changed the main image of/,
  },
  {
    name: 'deleted image',
    change: remove(({ post, images }) => `/api/assoc/postimage/${post.id}/${images[0]?.id}`),
    activity: /^Deleted an image of/,
  },
  {
    name: 'vote',
    change: async (site, { post }) => {
      const client = await reader(site);
      const { body } = await client.post<{ vote_count: number }>(`/webapi/api/vote/${post.id}`, {
        voteVal: 1,
      });
      expect(body.vote_count).toBe(1);
    },
    activity: null,
  },
  {
    name: 'comment of the owner',
    change: (site, { post }) =>
      site.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'My own words' }),
    activity: /^Commented on the post/,
  },
  {
    name: 'approved comment',
    change: put(({ waiting }) => `/api/posts/comment/approve/${waiting.id}`, { state: true }),
    activity: /^Approved a comment on/,
  },
  {
    name: 'unapproved comment',
    change: put(({ approved }) => `/api/posts/comment/approve/${approved.id}`, { state: false }),
    activity: /^Unapproved a comment on/,
  },
  {
    name: 'deleted comment',
    change: remove(({ approved }) => `/api/posts/comment/${approved.id}`),
    activity: /^Deleted a comment on/,
  },
  {
    name: 'restored revision',
    prepare: put(postPath, { post_title: 'For a while', post_content: '<p>Words that went</p>' }),
    change: async (site, { post }) => {
      const [newest] = (await site.admin.get<Revision[]>(`/webapi/api/admin/posts/${post.id}/revisions`))
        .body;
      const path = `/webapi/api/admin/posts/${post.id}/revisions/${newest?.id}/restore`;
      expect((await site.admin.post(path)).status).toBe(200);
    },
    activity: /^Changed the text of/,
    revision: true,
  },
  { name: 'deletion', change: remove(postPath), activity: /^Deleted the post/ },
];

async function upload(site: ApiSite, postId: number, background: string): Promise<Image> {
  const bytes = await sharp({ create: { width: 40 + postId, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('post_id', String(postId));
  form.set('cover', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'a.png');
  const { status, body } = await site.admin.post<Image[]>('/webapi/api/image', form);
  expect(status).toBe(201);
  return body[0] as Image;
}

/** A visitor with a CSRF token. */
async function reader(site: ApiSite) {
  const client = site.visitor();
  await client.get('/webapi/api/admin/auth');
  return client;
}

async function comment(site: ApiSite, postId: number, text: string): Promise<Comment> {
  const path = `/webapi/api/posts/comment/${postId}`;
  const { status, body } = await (await reader(site)).post<Comment>(path, { comment_text: text });
  expect(status).toBe(201);
  return body;
}

let samples = 0;
async function makeSample(site: ApiSite): Promise<Sample> {
  samples++;
  const post = await site.createPost({
    post_title: `Sample ${samples}`,
    post_content: `<p>Text number ${samples}</p>`,
  });
  const { body: category } = await site.admin.post<Category>('/webapi/api/admin/cat', {
    category_path: `birds.sample-${samples}`,
  });
  await site.admin.put(`/webapi/api/admin/cat/${post.id}/${category.id}`, {});
  const { body: tag } = await site.admin.post<Tag>(`/webapi/api/tag/${post.id}/heron${samples}`);
  const images = [await upload(site, post.id, '#123'), await upload(site, post.id, '#456')];
  const waiting = await comment(site, post.id, 'Words that wait');
  const approved = await comment(site, post.id, 'Words that are shown');
  await site.admin.put(`/webapi/api/posts/comment/approve/${approved.id}`, { state: true });
  return { post, category, tag, images, waiting, approved };
}

/** Everything that is derived from the posts, to compare what a change left with a full rebuild. */
async function derived({ blog: { db } }: ApiSite, kind: string) {
  const lists = await db.selectFrom('listings').select(['kind', 'name', 'post_id', 'post_date']).execute();
  const totals = await db
    .selectFrom('listing_totals')
    .select(['kind', 'name', 'total'])
    .where('total', '>', 0)
    .execute();
  const texts = await db.selectFrom('search_texts').selectAll().execute();
  const words =
    kind === 'postgres'
      ? await sql`select post_id, head::text, words::text from search_words`.execute(db)
      : await sql`select term, doc, col, "offset" from vocabulary`.execute(db);
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    lists: sorted(lists),
    totals: sorted(totals),
    texts: sorted(texts),
    words: sorted(words.rows),
  };
}

async function rebuild({ blog }: ApiSite): Promise<void> {
  await blog.db.transaction().execute(async (tx) => {
    await relistAll(tx);
    await sql`delete from search_words`.execute(tx);
    await sql`delete from search_texts`.execute(tx);
  });
  await indexMissing(blog);
}

onEachDatabase('a change of a post', (kind) => {
  let site: ApiSite;
  const changes: CacheChange[] = [];

  beforeAll(async () => {
    site = await apiSite(kind);
    const { changed } = site.blog;
    site.blog.changed = (change) => {
      changes.push(change);
      changed(change);
    };
    if (kind === 'sqlite')
      await sql`create virtual table vocabulary using fts5vocab(search_words, instance)`.execute(
        site.blog.db,
      );
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const log = () => site.blog.db.selectFrom('activity').select(['id', 'what']).orderBy('id').execute();
  const revisionsOf = (postId: number) =>
    site.blog.db.selectFrom('revisions').select('id').where('post_id', '=', postId).execute();
  const pageOf = async ({ post }: Sample) => (await site.visitor().get(`/post/${post.post_title_web}`)).text;

  test.each(cases)(
    '$name: updates lists, search, pages, revisions and activity',
    async ({ change, prepare, activity, revision = false, name }) => {
      const sample = await makeSample(site);
      await prepare?.(site, sample);
      const revisions = await revisionsOf(sample.post.id);
      const entries = await log();
      // Twice, so that the second response comes from the cache.
      await pageOf(sample);
      const page = await pageOf(sample);
      changes.length = 0;

      await change(site, sample);

      if (!changes.some(({ everyPage }) => everyPage))
        expect(changes.flatMap(({ touches }) => touches)).toContain(`post:${sample.post.id}`);
      expect(await pageOf(sample)).not.toBe(page);
      const added = (await log()).slice(entries.length).map(({ what }) => what);
      expect(added).toEqual(activity ? [expect.stringMatching(activity)] : []);
      if (name !== 'deletion')
        expect((await revisionsOf(sample.post.id)).length - revisions.length).toBe(revision ? 1 : 0);
      const left = await derived(site, kind);
      await rebuild(site);
      expect(left).toEqual(await derived(site, kind));
    },
  );

  test('a new post: updates lists, search, pages and activity', async () => {
    const entries = await log();
    changes.length = 0;
    const { id } = await site.createPost({ post_title: 'A new one', post_content: '<p>About gannets</p>' });
    expect(changes.flatMap(({ touches }) => touches)).toEqual(expect.arrayContaining([`post:${id}`, 'all:']));
    expect((await log()).slice(entries.length).map(({ what }) => what)).toEqual([
      'Created the post "A new one"',
    ]);
    const left = await derived(site, kind);
    await rebuild(site);
    expect(left).toEqual(await derived(site, kind));
  });

  test('a waiting comment and its deletion invalidate no page', async () => {
    const { post, waiting } = await makeSample(site);
    changes.length = 0;
    await comment(site, post.id, 'More words that wait');
    await site.admin.delete(`/webapi/api/posts/comment/${waiting.id}`);
    expect(changes).toEqual([]);
  });

  /** The statements that `work` runs. */
  async function statementsOf(work: (blog: ApiSite['blog']) => Promise<unknown>): Promise<string[]> {
    const statements: string[] = [];
    const compiled = new Set<object>();
    const record: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        compiled.add(queryId);
        statements.push(JSON.stringify(node));
        return node;
      },
      // Those that another test of this worker has compiled before are only seen by their result.
      transformResult: async ({ result, queryId }) => {
        if (!compiled.has(queryId)) statements.push('prepared');
        return result;
      },
    };
    await work({ ...site.blog, db: site.blog.db.withPlugin(record) });
    return statements;
  }

  test('a vote updates neither lists nor search', async () => {
    const { post } = await makeSample(site);
    const statements = await statementsOf((blog) => vote(blog, visitor, post.id, newAddress()));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((text) => /listing|search_|revisions/.test(text))).toEqual([]);
  });

  test('approving or deleting many comments takes as many statements as a few, none for lists or search', async () => {
    const { post } = await makeSample(site);
    // Waiting comments are rated again after each training, which takes statements, too.
    await site.blog.db.deleteFrom('comments').execute();
    const insert = async (count: number) => {
      const rows = await site.blog.db
        .insertInto('comments')
        .values(
          Array.from({ length: count }, (_, index) => ({
            post_id: post.id,
            user_name: 'Ada',
            comment_text: `The same few words ${index % 2}`,
            date_added: new Date().toISOString(),
            approved: 0,
          })),
        )
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    };
    const counts = async (count: number) => {
      const ids = await insert(count);
      const approving = await statementsOf((blog) => approveComments(blog, ids, true));
      const deleting = await statementsOf((blog) => removeComments(blog, ids));
      for (const statements of [approving, deleting])
        expect(statements.filter((text) => /listing|search_/.test(text))).toEqual([]);
      return [approving.length, deleting.length];
    };
    await counts(1);
    expect(await counts(500)).toEqual(await counts(10));
  });
});
