import { expect } from 'vitest';
import { openDatabase } from '../../src/platform/db/open.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { readMaildirs } from '../support/maildirs.ts';
import { queueNewsletter } from '../support/newsletter-rows.ts';
import { missingForOpenSmtpd, startOpenSmtpd } from '../support/opensmtpd.ts';
import { startServer } from '../support/server.ts';
import { testWith } from '../support/test-with.ts';

const openSmtpd = missingForOpenSmtpd().length === 0 ? await startOpenSmtpd() : null;

testWith(openSmtpd ? [] : ['OpenSMTPD'])(
  'OpenSMTPD delivers a newsletter to each subscriber once',
  { timeout: 120_000 },
  async ({ onTestFinished }) => {
    if (!openSmtpd) return;
    onTestFinished(openSmtpd.stop);
    const database = await temporaryDatabase('sqlite');
    const site = await startServer({ env: { SMTP_URL: openSmtpd.url, DATA_DIR: database.config.dataDir } });
    onTestFinished(async () => {
      await site.dispose();
      await database.dispose();
    });
    const { db } = openDatabase(database.config);
    await queueNewsletter(db, 200, (index) => `reader${index}@example.net`);
    const sent = () => db.selectFrom('mails').select('id').where('state', '=', 'sent').execute();
    await expect.poll(async () => (await sent()).length, { timeout: 90_000, interval: 500 }).toBe(200);
    await db.destroy();
    const delivered = () => readMaildirs(openSmtpd.maildirs);
    await expect.poll(() => delivered().size, { timeout: 60_000, interval: 500 }).toBe(200);
    expect([...delivered().values()].filter(({ copies }) => copies !== 1)).toEqual([]);
  },
);
