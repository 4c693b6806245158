import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, migrations } from '../../src/platform/db/migrate.ts';
import type { Migration } from '../../src/platform/db/migration.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { released } from '../support/backup-archives.ts';
import {
  migratedDatabase,
  onEachDatabase,
  type TemporaryDatabase,
  temporaryDatabase,
} from '../support/databases.ts';

onEachDatabase('migrations', (kind) => {
  let temporary: TemporaryDatabase;
  let open: OpenDatabase;

  beforeEach(async () => {
    temporary = await temporaryDatabase(kind);
    open = openDatabase(temporary.config);
  });
  afterEach(async () => {
    await open.db.destroy();
    await temporary.dispose();
  });

  const tables = async () => (await open.dialect.tables.execute(open.db)).rows.map(({ name }) => name).sort();

  test('run once, and a second start finds nothing to do', async () => {
    expect(await migrate(open)).toEqual(migrations.map(({ name }) => name));
    expect(await migrate(open)).toEqual([]);
  });

  test('leave the old schema if one fails', async () => {
    await migrate(open);
    const before = await tables();
    const half: Migration = async (tx) => {
      await sql`create table half (id integer)`.execute(tx);
      throw new Error('the power went out');
    };
    await expect(migrate(open, [...migrations, { name: '999-half', up: half }])).rejects.toThrow(
      'the power went out',
    );
    expect(await tables()).toEqual(before);
    expect(await migrate(open)).toEqual([]);
  });

  test('refuse a database of a newer version or of another program', async () => {
    await migrate(open, [...migrations, { name: '999-future', up: async () => {} }]);
    await expect(migrate(open)).rejects.toThrow(/was written by a newer version of Not Terrible/);

    await sql`drop table migrations`.execute(open.db);
    await expect(migrate(open)).rejects.toThrow(/belongs to another program/);
  });

  test.each(released)('open the data of version %s', async (_, last) => {
    const upTo = migrations.findIndex(({ name }) => name === last) + 1;
    await migrate(open, migrations.slice(0, upTo));
    const date = '2026-11-16T12:00:00.000Z';
    const statements = [
      sql`insert into categories (category_path) values ('travel.japan')`,
      sql`insert into posts (post_title, post_title_web, post_content, card_html, card_truncated, description, post_date, active, category_id)
        values ('Kept', 'kept', '<p>Text</p>', '<p>Text</p>', 0, 'Text', ${date}, 1, 1)`,
      sql`insert into comments (post_id, user_name, comment_text, date_added, approved)
        values (1, 'Teapot', 'Also kept', ${date}, 1)`,
      sql`insert into settings (name, value) values ('site', '{"site_name":"Old"}')`,
    ];
    for (const statement of statements) await statement.execute(open.db);
    expect(await migrate(open)).toEqual(migrations.slice(upTo).map(({ name }) => name));
    const kept = await open.db
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .innerJoin('categories', 'categories.id', 'posts.category_id')
      .select(['post_title', 'category_path', 'comment_text'])
      .execute();
    expect(kept).toEqual([{ post_title: 'Kept', category_path: 'travel.japan', comment_text: 'Also kept' }]);
  });

  test('lead to the same tables when each is applied by a version of its own', async () => {
    // Triggers that count changes of content are only added: a table that is renamed later keeps those of its former name.
    const schema = async ({ db }: OpenDatabase) =>
      (
        await (kind === 'sqlite'
          ? sql`select name, tbl_name, sql from sqlite_schema
              where type <> 'trigger' or name not glob 'content_*' order by name`
          : sql`select table_name, ordinal_position, column_name, data_type, column_default, is_nullable
              from information_schema.columns where table_schema = 'public' order by 1, column_name`
        ).execute(db)
      ).rows;
    for (const index of migrations.keys()) await migrate(open, migrations.slice(0, index + 1));
    const fresh = await migratedDatabase(kind);
    const other = openDatabase(fresh.config);
    expect(await schema(open)).toEqual(await schema(other));
    await other.db.destroy();
    await fresh.dispose();
  });

  test('before version 0.1.0 are one, also where they were made one by one', async () => {
    await migrate(open);
    await sql`insert into migrations (name, applied) values ('001-first', ''), ('059-owner-notices', '')`.execute(
      open.db,
    );
    expect(await migrate(open)).toEqual([]);
  });

  test('take over what waits to be sent', async () => {
    await migrate(
      open,
      migrations.filter(({ name }) => name < '095'),
    );
    const date = '2026-03-01T12:00:00.000Z';
    const statements = [
      sql`insert into hub_pings (path, next_run, date_sent) values ('/feed.xml', ${date}, null), ('/atom.xml', null, ${date})`,
      sql`insert into sent_mentions (post_id, source, target, fingerprint, wanted, state, next_run, date_changed)
        values (1, 's', 'https://one.example:8080/page', 'f', 1, 'waiting', ${date}, ${date}),
          (1, 's', 'https://two.example/', 'f', 1, 'sent', null, ${date})`,
      sql`insert into fediverse_activities (id, activity, body, date_added) values (7, 'a', '{}', ${date})`,
      sql`insert into fediverse_deliveries (activity_id, inbox, host)
        values (7, 'https://one.example/inbox', 'one.example'), (7, 'https://two.example/inbox', 'two.example')`,
      sql`insert into fediverse_hosts (host, next_run, attempts, date_failing, error)
        values ('one.example', ${date}, 0, null, null), ('two.example', ${date}, 3, ${date}, 'HTTP 503')`,
      sql`insert into social_answers (comment_id, network, parent, root, link, request_key, date_added, next_run)
        values (5, 'Mastodon', '{}', '{}', '', 'k', ${date}, ${date}), (6, 'Mastodon', '{}', '{}', '', 'k', ${date}, null)`,
    ];
    for (const statement of statements) await statement.execute(open.db);
    await migrate(open);
    const rows = await open.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    expect(rows.map(({ kind, key, host, next_run }) => [kind, key, host, next_run])).toEqual([
      ['websub-ping', '/feed.xml', 'hub', date],
      ['webmention-send', '1', 'one.example:8080', date],
      ['fediverse-deliver', '7 https://one.example/inbox', 'one.example', date],
      ['fediverse-deliver', '7 https://two.example/inbox', 'two.example', date],
      ['social-answers', '5', 'Mastodon', date],
    ]);
    expect(await open.db.selectFrom('outbox_hosts').selectAll().execute()).toMatchObject([
      { host: 'two.example', attempts: 3, date_failing: date, given_up: 0, error: 'HTTP 503' },
    ]);
    expect(await open.db.selectFrom('hub_pings').selectAll().execute()).toEqual([
      { path: '/atom.xml', date_sent: date },
    ]);
  });

  test('take over calls of webhooks that wait, and those that failed', async () => {
    const before = migrations.findIndex(({ name }) => name === '111-webhook-outbox');
    await migrate(open, migrations.slice(0, before));
    const date = '2026-03-01T12:00:00.000Z';
    await sql`insert into webhooks (id, url, secret, date_added) values (3, 'https://one.example/', 's', ${date})`.execute(
      open.db,
    );
    await sql`insert into webhook_calls (webhook_id, message_id, type, payload, attempts, next_run, error, date_added)
      values (3, 'msg_1', 'post.changed', '{"type":"post.changed"}', 2, ${date}, 'No.', ${date}),
        (3, 'msg_2', 'post.removed', '{}', 7, null, 'Gone.', ${date})`.execute(open.db);
    await migrate(open);
    expect(await open.db.selectFrom('outbox').selectAll().execute()).toMatchObject([
      {
        kind: 'webhooks',
        key: 'msg_1',
        host: '3',
        payload: '{"type":"post.changed"}',
        attempts: 2,
        next_run: date,
      },
    ]);
    expect(await open.db.selectFrom('webhook_failures').selectAll().execute()).toMatchObject([
      { webhook_id: 3, type: 'post.removed', error: 'Gone.', date_added: date },
    ]);
  });

  test('create unique and foreign key constraints', async () => {
    await migrate(open);
    const { db } = open;
    const post = {
      post_title: '',
      post_content: '',
      card_html: '',
      card_truncated: 0,
      description: '',
      post_date: '2026-01-01T00:00:00.000Z',
      active: 0,
    };
    const insertPost = (post_title_web: string) =>
      db
        .insertInto('posts')
        .values({
          ...post,
          post_title_web,
          shown_html: null,
          update_date: null,
          first_active_date: null,
          category_id: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const { id } = await insertPost('one');
    await expect(insertPost('one')).rejects.toThrow(/unique/i);

    const vote = { post_id: id, address: 'a', date_added: post.post_date };
    await db.insertInto('votes').values(vote).execute();
    await expect(db.insertInto('votes').values(vote).execute()).rejects.toThrow(/unique/i);
    await expect(
      db
        .insertInto('votes')
        .values({ ...vote, post_id: id + 1 })
        .execute(),
    ).rejects.toThrow(/foreign key/i);

    const tag = await db
      .insertInto('tags')
      .values({ tag_name: 't', display_name: 'T', name_key: 't' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tagged = { post_id: id, tag_id: tag.id };
    await db.insertInto('post_tags').values(tagged).execute();
    await expect(db.insertInto('post_tags').values(tagged).execute()).rejects.toThrow(/unique/i);

    const image = {
      post_id: id,
      hash: 'h',
      variants: '[]',
      width: 1,
      height: 1,
      color: '#000000',
      main_image: 1,
      bytes: 1,
      date_added: post.post_date,
    };
    await db.insertInto('images').values(image).execute();
    await expect(db.insertInto('images').values(image).execute()).rejects.toThrow(/unique/i);
    await db
      .insertInto('images')
      .values({ ...image, main_image: 0 })
      .execute();

    await db.deleteFrom('posts').where('id', '=', id).execute();
    expect(await db.selectFrom('images').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('votes').select('post_id').execute()).toEqual([]);
  });
});
