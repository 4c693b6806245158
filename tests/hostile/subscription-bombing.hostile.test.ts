import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { noServer } from '../support/mail-rows.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { report, size } from '../support/size.ts';

const parallel = 20;
/** See `src/features/mail/subscribers/subscription-limits.ts`: 200 an hour, and 100 more from networks that sent none. */
const perHour = 300;

onEachDatabase('subscription bombing of a server with two processes', (kind) => {
  let temporary: TemporaryDatabase;
  let server: RunningServer;
  let database: OpenDatabase;
  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    server = await startServer({
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl ?? '',
        TRUST_PROXY: '1',
        WEB_PROCESSES: '2',
        ...noServer,
      },
    });
    database = openDatabase(temporary.config);
  });
  afterAll(async () => {
    await server?.dispose();
    await database?.db.destroy();
    await temporary?.dispose();
  });

  const ask = async (address: string, n: number): Promise<number> => {
    const response = await fetch(`${server.url}/subscribe`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        origin: server.url,
        'X-Forwarded-For': `10.${n >> 8}.${n & 255}.1`,
        // Each request may reach another process.
        connection: 'close',
      },
      body: new URLSearchParams({ address }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  /** How often each status was the answer. */
  const askAll = async (count: number, addressOf: (n: number) => string) => {
    const answers: Record<number, number> = {};
    for (let first = 0; first < count; first += parallel)
      for (const status of await Promise.all(
        Array.from({ length: Math.min(parallel, count - first) }, (_, n) =>
          ask(addressOf(first + n), first + n),
        ),
      ))
        answers[status] = (answers[status] ?? 0) + 1;
    return answers;
  };
  const rowsOf = async (table: 'mails' | 'mail_tokens' | 'subscription_requests' | 'attempts') =>
    (
      await database.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  const decided = () => expect.poll(() => rowsOf('subscription_requests'), { timeout: 60_000 }).toBe(0);

  test('one mailbox gets one mail, however many visitors ask at once and spell it', async () => {
    const spelled = (n: number) => `${n % 2 ? 'v.ictim' : 'Victim'}+${n}@Example.org`;
    expect(await askAll(40, spelled)).toEqual({ 303: 40 });
    await decided();
    expect(await rowsOf('mails')).toBe(1);
  });

  test(
    'many visitors and addresses cause no more mails and rows than the limit of the site',
    async () => {
      const count = size(400, 10_000);
      const answers = await askAll(count, (n) => `victim@domain${n}.example`);
      report(`${count} requests: ${JSON.stringify(answers)}`);
      expect((answers[303] ?? 0) + 40).toBe(perHour);
      expect((answers[303] ?? 0) + (answers[429] ?? 0)).toBe(count);
      await decided();
      expect(await rowsOf('mails')).toBe((answers[303] ?? 0) + 1);
      expect(await rowsOf('mail_tokens')).toBe((answers[303] ?? 0) + 1);
      // Three for each request that was taken, two for each mail.
      expect(await rowsOf('attempts')).toBeLessThanOrEqual(5 * perHour + 10);
    },
    size(120_000, 900_000),
  );
});
