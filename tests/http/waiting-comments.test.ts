import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { temporaryDatabase } from '../support/databases.ts';

test('only changes of approved comments send invalidation notifications', async () => {
  const temporary = await temporaryDatabase('postgres');
  const database = openDatabase(temporary.config);
  const { db } = database;
  const listener = new pg.Client({ connectionString: temporary.config.databaseUrl ?? '' });
  const notifications: string[] = [];
  listener.on('notification', ({ payload }) => notifications.push(payload ?? ''));
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
    // A marker that always notifies, so that all earlier notifications have arrived when it does.
    let marks = 0;
    const mark = async () => {
      marks++;
      await db
        .insertInto('listings')
        .values({ kind: 'tag', name: `mark${marks}`, post_date: comment.date_added, post_id, shuffle: 0 })
        .execute();
      await expect.poll(() => notifications.at(-1)).toBe(`tag:mark${marks}`);
    };
    const notificationsOf = async (work: () => Promise<unknown>) => {
      await mark();
      notifications.length = 0;
      await work();
      await mark();
      return notifications.length - 1;
    };
    const insert = () =>
      db
        .insertInto('comments')
        .values({ ...comment, approved: 0 })
        .execute();
    expect(await notificationsOf(insert)).toBe(0);
    expect(await notificationsOf(() => db.updateTable('comments').set({ verdict: 2 }).execute())).toBe(0);
    expect(await notificationsOf(() => db.updateTable('comments').set({ approved: 1 }).execute())).toBe(1);
    expect(await notificationsOf(() => db.updateTable('comments').set({ approved: 0 }).execute())).toBe(1);
    expect(await notificationsOf(() => db.deleteFrom('comments').execute())).toBe(0);
    await db
      .insertInto('comments')
      .values({ ...comment, approved: 1 })
      .execute();
    expect(await notificationsOf(() => db.deleteFrom('comments').execute())).toBe(1);
  } finally {
    await listener.end();
    await db.destroy();
    await temporary.dispose();
  }
});
