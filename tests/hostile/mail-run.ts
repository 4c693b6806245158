import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/db/open.ts';
import { type DatabaseKind, temporaryDatabase } from '../support/databases.ts';
import { addressNumber, misbehaviorOf, readMaildirs } from '../support/maildirs.ts';
import { queueNewsletter } from '../support/newsletter-rows.ts';
import { startServer } from '../support/server.ts';

const serverProgram = join(import.meta.dirname, '../support/maildir-server.ts');

export type MailRun = { subscribers: number; kills: number; serverKills: number; minutes: number };

export type MailRunResult = {
  living: number;
  /** Living addresses that got nothing. */
  missing: string[];
  /** Those of them that the owner is not told of as unconfirmed. */
  lost: string[];
  /** Addresses that got more than one mail, distinguished by Message-ID. */
  repeated: string[];
  /** Dead addresses that got something. */
  wrong: string[];
  /** Addresses with a second copy of the same mail, as a mailbox that knows no Message-IDs shows it. */
  copied: string[];
  states: Record<string, number>;
  kills: number;
  serverKills: number;
  seconds: number;
};

/**
 * A newsletter, while our process and the SMTP server are killed again and again and the server misbehaves. Waits after 4xx and
 * pauses are shortened: the test makes all mails due again, as if the time had passed.
 */
export async function runNewsletter(
  kind: DatabaseKind,
  { subscribers, kills, serverKills, minutes }: MailRun,
): Promise<MailRunResult> {
  const began = performance.now();
  const database = await temporaryDatabase(kind);
  const folder = await mkdtemp(join(tmpdir(), 'not-terrible-maildirs-'));
  let smtp = await startSmtp(0, folder);
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}?timeout=20`,
    DATA_DIR: database.config.dataDir,
    ...(database.config.databaseUrl && { DATABASE_URL: database.config.databaseUrl }),
  };
  let site = await startServer({ env });
  const { db } = openDatabase(database.config);
  const until = performance.now() + minutes * 60_000;
  const counts = async (): Promise<Record<string, number>> => {
    const rows = await db
      .selectFrom('mails')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  };
  const open = ({ waiting = 0, 'handed-over': handedOver = 0 }: Record<string, number>) =>
    waiting + handedOver;
  let done = { kills: 0, serverKills: 0 };
  try {
    await queueNewsletter(db, subscribers, addressNumber);
    let left = subscribers;
    while (performance.now() < until) {
      await hasten(db);
      await wait(200);
      const now = open(await counts());
      if (now === 0) break;
      // A kill counts while mails are being sent.
      const isSending = now < left;
      left = now;
      if (!isSending) continue;
      await wait(Math.random() * 500);
      const isServerNext = done.serverKills * kills < done.kills * serverKills;
      if (isServerNext) {
        done = { ...done, serverKills: done.serverKills + 1 };
        smtp.child.kill('SIGKILL');
        await once(smtp.child, 'exit');
        smtp = await startSmtp(smtp.port, folder);
      } else if (done.kills < kills) {
        done = { ...done, kills: done.kills + 1 };
        await killTree(site.pid);
        await site.kill9();
        site = await startServer({ env });
        left = subscribers;
      }
    }
    const result = compare(folder, subscribers);
    const unconfirmed = await db
      .selectFrom('mails')
      .select('address')
      .where('state', '=', 'unconfirmed')
      .execute();
    const lost = result.missing.filter((address) => !unconfirmed.some((row) => row.address === address));
    return { ...result, lost, states: await counts(), ...done, seconds: seconds(began) };
  } finally {
    await killTree(site.pid);
    await site.dispose();
    smtp.child.kill('SIGKILL');
    await db.destroy();
    await database.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = (began: number) => Math.round((performance.now() - began) / 1000);

async function startSmtp(port: number, folder: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(serverProgram, [String(port), folder], { stdio: 'inherit' });
  const [used] = (await once(child, 'message')) as [number];
  return { child, port: used };
}

/** The process that sends is a child of the server; both die at once. */
async function killTree(pid: number): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const child of children.split(' ').filter(Boolean)) {
    await killTree(Number(child));
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

type Db = ReturnType<typeof openDatabase>['db'];

async function hasten(db: Db): Promise<void> {
  const now = new Date().toISOString();
  await db
    .updateTable('mail_server')
    .set({ paused_until: null })
    .where('paused_until', 'is not', null)
    .execute();
  await db.updateTable('mails').set({ next_run: now }).where('next_run', '>', now).execute();
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ next_run: now })
    .where('kind', '=', 'mail')
    .where('date_finished', 'is', null)
    .where('owner', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const running = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'mail')
    .where('date_finished', 'is', null)
    .executeTakeFirst();
  if (!running)
    await db
      .insertInto('jobs')
      .values({ kind: 'mail', payload: '{}', host: null, date_added: now, next_run: now })
      .execute();
}

function compare(folder: string, subscribers: number) {
  const arrived = readMaildirs(folder);
  const addresses = Array.from({ length: subscribers }, (_, index) => addressNumber(index));
  const living = addresses.filter((address) => misbehaviorOf(address) !== 'dead');
  return {
    living: living.length,
    missing: living.filter((address) => !arrived.has(address)),
    repeated: [...arrived].filter(([, { mails }]) => mails > 1).map(([address]) => address),
    wrong: [...arrived.keys()].filter((address) => misbehaviorOf(address) === 'dead'),
    copied: [...arrived].filter(([, { copies, mails }]) => copies > mails).map(([address]) => address),
  };
}
