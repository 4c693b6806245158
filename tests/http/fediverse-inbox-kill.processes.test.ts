import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type FediverseServer, fediverseServer } from '../support/fediverse-server.ts';
import { answerOf } from '../support/fediverse-site.ts';
import { adminPassword, startServer } from '../support/server.ts';

onEachDatabase('the inbox of the fediverse', (kind) => {
  let database: TemporaryDatabase;
  let remote: FediverseServer;

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    remote = await fediverseServer();
  });
  afterAll(async () => {
    await remote.dispose();
    await database.dispose();
  });

  const open = async (port = '0') => {
    const { dataDir, databaseUrl } = database.config;
    const server = await startServer({
      env: {
        PORT: port,
        DATA_DIR: dataDir,
        OUTGOING_STRANGERS: '127.0.0.1',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    });
    const url = server.url.replace('localhost', '127.0.0.1');
    const admin = new Client(url);
    await admin.get('/webapi/api/admin/auth');
    await admin.post('/webapi/api/admin/auth', { username: 'admin', password: adminPassword });
    return { server, url, admin };
  };

  test('what was answered with 202 takes effect after kill -9, once', async () => {
    const first = await open();
    await first.admin.put('/webapi/api/admin/site', { fediverse: 'note' });
    const created = await first.admin.post<{ id: number }>('/webapi/api/posts', {
      post_title: 'Kept',
      post_content: '<p>Text</p>',
      active: true,
    });
    const object = `${first.server.url}/fediverse/posts/${created.body.id}`;
    const bob = await remote.actor('bob');
    const notes = Array.from({ length: 5 }, (_, index) =>
      bob.note({ inReplyTo: object, content: `<p>Reply ${index}</p>` }),
    );
    for (const note of notes)
      expect(answerOf(await bob.send(`${first.url}/fediverse/inbox`, bob.activity('Create', note)))).toBe(
        '202',
      );
    await first.server.kill9();

    const { server, admin } = await open(new URL(first.url).port);
    const waiting = async () => {
      const { body } = await admin.get<{ comment_text: string; source: string }[]>(
        '/webapi/api/admin/comments?state=waiting&limit=100',
      );
      return body
        .filter(({ source }) => source === 'fediverse')
        .map(({ comment_text }) => comment_text)
        .sort();
    };
    const expected = notes.map((_, index) => `Reply ${index}`);
    await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toEqual(expected);
    await server.dispose();
    await first.server.dispose();
  }, 180_000);
});
