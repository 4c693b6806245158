import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired } from '../../src/core/accounts/sign-in/sign-in.ts';
import { apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { commandEnv } from '../support/source-command.ts';

const posts = 2_000;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-maintenance-'));
  dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  await promisify(execFile)(
    process.execPath,
    [path.resolve('tools/seed.ts'), '--posts', String(posts), '--comments', '0'],
    { cwd: folder, env: { ...commandEnv(), DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword } },
  );
  const database = new DatabaseSync(path.join(dataDir, 'blog.sqlite'));
  database.exec('delete from search_texts; delete from search_words');
  database.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function indexed(): number {
  const database = new DatabaseSync(path.join(dataDir, 'blog.sqlite'), { readOnly: true });
  try {
    return (database.prepare('select count(*) as count from search_texts').get() as { count: number }).count;
  } finally {
    database.close();
  }
}

test('the site answers while its search index is being completed', async () => {
  const before = indexed();
  expect(before).toBeLessThan(posts / 2);
  const server = await startSite({ env: { DATA_DIR: dataDir } });
  try {
    expect((await fetch(server.url)).status).toBe(200);
    expect(indexed()).toBeLessThan(posts * 0.9);
    await expect.poll(indexed, { timeout: 90_000, interval: 500 }).toBeGreaterThan(posts * 0.97);
  } finally {
    await server.dispose();
  }
}, 150_000);

onEachDatabase('deleting expired rows', (kind) => {
  const count = 20_000;
  const old = '2001-01-01T00:00:00.000Z';
  const number = sql`cast(i as text)`;
  const tables = {
    sessions: sql`insert into sessions (id, user_id, date_added, last_seen, browser)
      select ${number}, users.id, ${old}, ${old}, '' from numbers cross join users`,
    sign_in_steps: sql`insert into sign_in_steps (holder, kind, user_id, challenge, expires)
      select ${number}, 'passkey', null, '', ${old} from numbers`,
    activity: sql`insert into activity (date, kind, what, address, browser)
      select ${old}, 'sign-in-failed', '', '', '' from numbers`,
    attempts: sql`insert into attempts (kind, subject, at) select 'sign-in', '', ${old} from numbers`,
  };

  test.each(Object.entries(tables))('answers requests before all %s are deleted', async (table, insert) => {
    const site = await apiSite(kind);
    try {
      const { db } = site.blog;
      await sql`create table numbers as with recursive numbers(i) as
        (select 1 union all select i + 1 from numbers where i < ${sql.lit(count)}) select i from numbers`.execute(
        db,
      );
      await insert.execute(db);
      const left = async () =>
        (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)).rows[0]
          ?.rows ?? 0;
      const before = await left();
      expect(before).toBeGreaterThanOrEqual(count);
      await fetch(site.url);
      const answered = fetch(site.url).then(() => 'answered');
      const deleted = deleteExpired(site.blog).then(() => 'deleted');
      expect(await Promise.race([answered, deleted])).toBe('answered');
      await deleted;
      expect(await left()).toBeLessThanOrEqual(before - count);
    } finally {
      await site.dispose();
    }
  });
});
