import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment, QueuedComment, QueueSnapshot } from '../../src/core/comments/api/comments.ts';
import type { CommentBlock, Person } from '../../src/core/comments/api/people.ts';
import { moderateMany, queueSnapshot, restoreComments } from '../../src/core/comments/moderation.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const all = '/webapi/api/admin/comments';

onEachDatabase('moderation', (kind) => {
  let site: ApiSite;
  let post: Post;
  beforeAll(async () => {
    site = await apiSite(kind);
    post = await site.createPost({ post_title: 'Talk of the town', active: true });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const say = async (comment_text: string) => {
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const { body, status } = await visitor.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text,
    });
    expect(status).toBe(201);
    return body.id;
  };
  /** Many comments that wait, without a request for each. */
  const insert = async (count: number) => {
    const values = Array.from({ length: count }, (_, number) => ({
      post_id: post.id,
      user_name: 'Ada',
      comment_text: `Comment number ${number}`,
      date_added: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
      approved: 0,
    }));
    const rows = await site.blog.db.insertInto('comments').values(values).returning('id').execute();
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  };
  const rows = (ids: number[]) =>
    site.blog.db.selectFrom('comments').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const restore = (ids: unknown) => site.admin.post<Comment[]>(`${all}/restore`, { ids });
  const samples = () =>
    site.blog.db.selectFrom('spam_totals').select(['fine', 'spam']).executeTakeFirstOrThrow();
  const page = async () => (await site.visitor().get(`/post/${post.post_title_web}`)).text;

  test('restores deleted comments as they were, also when two windows ask at once', async () => {
    const [waiting, approved] = [
      await say('One that waits for approval'),
      await say('One that was approved'),
    ];
    await site.admin.put(all, { ids: [approved], state: true });
    const ids = [waiting, approved];
    const before = await rows(ids);
    expect(await page()).toContain('One that was approved');
    expect((await site.admin.delete(`${all}?ids=${ids.join(',')}&spam=0`)).body).toEqual({ ids });
    expect(await rows(ids)).toEqual([]);
    expect(await page()).not.toContain('One that was approved');
    const [first, second] = await Promise.all([restore(ids), restore(ids)]);
    for (const { status, body } of [first, second]) {
      expect(status).toBe(200);
      expect(body.map(({ id, approved }) => [id, approved])).toEqual([
        [waiting, false],
        [approved, true],
      ]);
    }
    expect(await rows(ids)).toEqual(before);
    expect(await page()).toContain('One that was approved');
  });

  test('comments of a deleted post cannot be restored without it', async () => {
    const other = await site.createPost({ post_title: 'Short life', active: true });
    const { body } = await site.admin.post<Comment>(`/webapi/api/posts/comment/${other.id}`, {
      comment_text: 'My own words',
    });
    await site.admin.delete(`${all}?ids=${body.id}`);
    await site.admin.delete(`/webapi/api/posts/${other.id}`);
    expect((await restore([body.id])).body).toEqual([]);
    const restored = await site.admin.post('/webapi/api/admin/bin/restore', {
      items: [{ kind: 'post', id: other.id }],
    });
    expect(restored.status).toBe(200);
    expect((await restore([body.id])).body).toEqual([body]);
  });

  test('deleting trains the spam filter only as spam', async () => {
    const before = await samples();
    const [unwanted, spam] = [await say('Not for this post'), await say('Win at the casino')];
    await site.admin.delete(`${all}?ids=${unwanted}&spam=0`);
    expect(await samples()).toEqual(before);
    await site.admin.delete(`${all}?ids=${spam}&spam=1`);
    expect(await samples()).toEqual({ ...before, spam: before.spam + 1 });
    await restore([unwanted, spam]);
    expect(await samples()).toEqual(before);
    expect((await site.admin.delete(`${all}?ids=1&spam=2`)).status).toBe(400);
  });

  test('changes all that match at one moment, in batches, and undoes it', async () => {
    const ids = await insert(210);
    const { body: snapshot } = await site.admin.get<QueueSnapshot>(`${all}/ids?state=waiting`);
    expect(snapshot.ids.filter((id) => ids.includes(id))).toEqual(ids);
    expect(snapshot.total).toBe(snapshot.ids.length);
    const later = await say('Sent while the owner decides');
    await site.admin.put(all, { ids: ids.slice(0, 1), state: true });
    const changed: number[] = [];
    for (let from = 0; from < snapshot.ids.length; from += 200) {
      const batch = { action: 'delete', ids: snapshot.ids.slice(from, from + 200), state: 'waiting' };
      const { body, status } = await site.admin.post<{ ids: number[] }>(`${all}/bulk`, batch);
      expect(status).toBe(200);
      changed.push(...body.ids);
    }
    expect(changed).toHaveLength(snapshot.total - 1);
    expect(await rows(ids)).toMatchObject([{ id: ids[0], approved: 1 }]);
    expect(await rows([later])).toHaveLength(1);
    for (let from = 0; from < changed.length; from += 200)
      expect((await restore(changed.slice(from, from + 200))).status).toBe(200);
    expect(await rows(ids)).toHaveLength(210);
    for (const action of ['approve', 'unapprove', 'spam'])
      expect((await site.admin.post(`${all}/bulk`, { action, ids: ids.slice(0, 5) })).body).toEqual({
        ids: ids.slice(0, 5),
      });
  });

  test('refuses calls that are malformed', async () => {
    for (const ids of [[], [0], ['1'], Array(201).fill(1), 'all', undefined]) {
      expect((await restore(ids)).status).toBe(422);
      expect((await site.admin.post(`${all}/bulk`, { action: 'delete', ids })).status).toBe(422);
    }
    expect((await site.admin.post(`${all}/bulk`, { action: 'publish', ids: [1] })).status).toBe(422);
    expect((await site.admin.get(`${all}/ids?state=odd`)).status).toBe(400);
    expect((await restore([999_999, 99_999_999_999])).body).toEqual([]);
  });

  test('all that match are read from an index, in its order', async () => {
    const { blog } = site;
    const executor = blog.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    const executed: CompiledQuery[] = [];
    executor.executeQuery = (query, ...rest) => {
      executed.push(query);
      return execute(query, ...rest);
    };
    try {
      await queueSnapshot(blog, { approved: false });
      await queueSnapshot(blog, { approved: false, verdict: 2 });
      await queueSnapshot(blog, {});
    } finally {
      executor.executeQuery = execute;
    }
    const selects = executed.filter((query) => query.sql.startsWith('select "id" from "comments"'));
    expect(selects).toHaveLength(3);
    for (const { sql: text, parameters } of selects) {
      const plan =
        kind === 'sqlite'
          ? await blog.db.executeQuery(CompiledQuery.raw(`explain query plan ${text}`, [...parameters]))
          : await blog.db.transaction().execute(async (tx) => {
              // PostgreSQL prefers to scan and sort a small table. The test asks whether the order of an index can be used.
              for (const name of ['seqscan', 'bitmapscan', 'sort'])
                await sql.raw(`set local enable_${name} = off`).execute(tx);
              return tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
            });
      const written = JSON.stringify(plan.rows);
      expect(written).toMatch(/USING COVERING INDEX|Index Only Scan/);
      expect(written).not.toMatch(/TEMP B-TREE|Sort/);
    }
  });

  test('restoring and deleting the same comments at the same time loses none', async () => {
    await site.blog.db.deleteFrom('comments').execute();
    const ids = await insert(20);
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        turn % 2 === 0
          ? moderateMany(site.blog, { action: turn % 4 === 0 ? 'delete' : 'spam', ids })
          : restoreComments(site.blog, ids),
      ),
    );
    expect((await restore(ids)).body.map(({ id }) => id)).toEqual(ids);
    expect(
      await site.blog.db.selectFrom('deleted_comments').select('id').where('id', 'in', ids).execute(),
    ).toEqual([]);
  });

  test('an answer approves the comment in one step', async () => {
    const id = await say('A question that waits');
    const answer = (body: unknown, to = id) => site.admin.post<Comment>(`${all}/${to}/answer`, body);
    expect((await answer({ comment_text: 'Not yet visible' })).status).toBe(409);
    expect((await answer({ comment_text: 'no', approve: true })).status).toBe(422);
    expect(await rows([id])).toMatchObject([{ approved: 0 }]);
    const { fine } = await samples();
    const { body, status } = await answer({ comment_text: ' The answer to it ', approve: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      post_id: post.id,
      parent_id: id,
      user_name: 'Admin',
      comment_text: 'The answer to it',
      approved: true,
    });
    expect(await rows([id])).toMatchObject([{ approved: 1 }]);
    expect((await samples()).fine).toBe(fine + 1);
    expect(await page()).toMatch(/A question that waits.*The answer to it/s);
    expect((await answer({ comment_text: 'Another answer' })).status).toBe(201);
    expect((await answer({ comment_text: 'To nothing', approve: true }, 999_999)).status).toBe(404);
  });

  test('the owner trusts and blocks people, words and IP addresses', async () => {
    const id = await say('Who is this?');
    const other = await say('And who is that?');
    const stateOf = async (comment: number) => {
      const { body } = await site.admin.get<QueuedComment[]>(`${all}?limit=100&offset=0`);
      const { body: last } = await site.admin.get<QueuedComment[]>(`${all}?limit=100&offset=100`);
      const found = [...body, ...last].find((one) => one.id === comment);
      return [found?.person_state, found?.address_known];
    };
    await site.blog.db
      .updateTable('comments')
      .set({ person: `https://people.example/${kind}`, address: 'a-keyed-hash' })
      .where('id', '=', id)
      .execute();
    await site.blog.db
      .updateTable('comments')
      .set({ person: null, address: null })
      .where('id', '=', other)
      .execute();
    await site.blog.db.deleteFrom('comments').where('id', 'not in', [id, other]).execute();
    expect(await stateOf(id)).toEqual(['none', true]);
    expect(await stateOf(other)).toEqual([null, false]);
    const set = (comment: number, state: string) =>
      site.admin.put<Person>(`${all}/${comment}/person`, { state });
    expect((await set(id, 'trusted')).body).toMatchObject({ state: 'trusted', name: 'Anonymous' });
    expect(await stateOf(id)).toEqual(['trusted', true]);
    const { body: person } = await set(id, 'blocked');
    expect((await set(other, 'blocked')).status).toBe(409);
    expect((await set(id, 'odd')).status).toBe(422);
    const people = '/webapi/api/admin/people';
    const blocked = await site.admin.get<Person[]>(`${people}?state=blocked`);
    expect(blocked.body).toEqual([person]);
    expect(blocked.headers.get('x-total-count')).toBe('1');
    expect((await site.admin.get<Person[]>(`${people}?state=trusted`)).body).toEqual([]);
    const forget = () => site.admin.delete(`${people}?person=${encodeURIComponent(person.person)}`);
    expect((await forget()).body).toEqual({ person: person.person });
    expect((await forget()).status).toBe(404);

    const blocks = '/webapi/api/admin/blocks';
    const { body: word, status } = await site.admin.post<CommentBlock>(blocks, { word: ' Casino ' });
    expect([status, word.kind, word.label]).toEqual([201, 'word', 'Casino']);
    const { body: address } = await site.admin.post<CommentBlock>(blocks, { comment_id: id });
    expect(address).toMatchObject({ kind: 'address', label: 'Anonymous' });
    expect((await site.admin.post(blocks, { comment_id: other })).status).toBe(409);
    expect((await site.admin.post(blocks, { comment_id: 999_999 })).status).toBe(404);
    for (const wrong of [{ word: '' }, { word: ' - ' }, { word: 'a b c d e f g' }, {}, { word: 5 }])
      expect((await site.admin.post(blocks, wrong)).status).toBe(422);
    const listed = await site.admin.get<CommentBlock[]>(blocks);
    expect(listed.body.map(({ label }) => label).sort()).toEqual(['Anonymous', 'Casino']);
    expect(listed.text).not.toContain('a-keyed-hash');
    for (const block of listed.body)
      expect((await site.admin.delete(`${blocks}/${block.id}`)).body).toEqual({ id: block.id });
    expect((await site.admin.delete(`${blocks}/${word.id}`)).status).toBe(404);
  });
});
