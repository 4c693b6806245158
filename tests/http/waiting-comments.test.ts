import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { temporaryDatabase } from '../support/databases.ts';

test('what happens to comments that wait puts no page out of date; what readers see does', async () => {
  const temporary = await temporaryDatabase('postgres');
  const database = openDatabase(temporary.config);
  const { db } = database;
  const listener = new pg.Client({ connectionString: temporary.config.databaseUrl ?? '' });
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  try {
    await migrate(database);
    await listener.connect();
    await listener.query('listen not_terrible_changes');
    const { id: post_id } = await db
      .insertInto('posts')
      .values({
        post_title: 'Quiet',
        post_title_web: 'quiet',
        post_content: '',
        shown_html: null,
        card_html: '',
        card_truncated: 0,
        description: '',
        post_date: new Date().toISOString(),
        update_date: null,
        active: 1,
        first_active_date: null,
        category_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const comment = {
      post_id,
      user_name: 'Ada',
      comment_text: 'Words',
      date_added: new Date().toISOString(),
    };
    // The last change is always told, so that it is known when everything before it has been heard.
    let marks = 0;
    const mark = async () => {
      marks++;
      await db
        .insertInto('listings')
        .values({ kind: 'tag', name: `mark${marks}`, post_date: comment.date_added, post_id, shuffle: 0 })
        .execute();
      await expect.poll(() => heard.at(-1)).toBe(`tag:mark${marks}`);
    };
    const told = async (work: () => Promise<unknown>) => {
      await mark();
      heard.length = 0;
      await work();
      await mark();
      return heard.length - 1;
    };
    const insert = () =>
      db
        .insertInto('comments')
        .values({ ...comment, approved: 0 })
        .execute();
    expect(await told(insert)).toBe(0);
    expect(await told(() => db.updateTable('comments').set({ verdict: 2 }).execute())).toBe(0);
    expect(await told(() => db.updateTable('comments').set({ approved: 1 }).execute())).toBe(1);
    expect(await told(() => db.updateTable('comments').set({ approved: 0 }).execute())).toBe(1);
    expect(await told(() => db.deleteFrom('comments').execute())).toBe(0);
    await db
      .insertInto('comments')
      .values({ ...comment, approved: 1 })
      .execute();
    expect(await told(() => db.deleteFrom('comments').execute())).toBe(1);
  } finally {
    await listener.end();
    await db.destroy();
    await temporary.dispose();
  }
});
