import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillTemplate } from '../../src/features/mail/message/template.ts';
import { addMail } from '../../src/features/mail/queue/queue.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { startJobs } from '../../src/platform/jobs/add-job.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

onEachDatabase('Sending mail', (kind) => {
  let mailServer: MailServer;
  let site: ApiSite;

  beforeEach(async () => {
    mailServer = await startMailServer({ login: { user: 'blog', password: 'p@ss/word' } });
    site = await apiSite(kind, { SMTP_URL: mailServer.url });
  });
  afterEach(async () => {
    await site.dispose();
    await mailServer[Symbol.asyncDispose]();
  });

  const content = (subject: string) =>
    fillTemplate({
      subject,
      language: 'en',
      site: { name: 'A blog', url: site.blog.siteUrl() },
      parts: ['Grüße'],
      reason: 'A test.',
    });
  const add = async (address: string, about: string, subject = about) => {
    const isNew = await inTransaction(site.blog.db, (tx) =>
      addMail(site.blog, tx, { kind: 'commenter', address, about, content: content(subject) }),
    );
    startJobs(site.blog);
    return isNew;
  };
  const rows = () => site.blog.db.selectFrom('mails').selectAll().orderBy('id').execute();

  test('a mail that was queued arrives once, and its text is forgotten', async () => {
    expect(await add('reader@example.org', 'reply 1', 'Déjà vu')).toBe(true);
    expect(await add('reader@example.org', 'reply 1', 'Déjà vu')).toBe(false);
    const [mail] = await mailServer.waitFor(({ to }) => to.includes('reader@example.org'));
    expect(mail).toMatchObject({
      recipients: ['reader@example.org'],
      to: ['reader@example.org'],
      from: { name: 'Not Terrible', address: 'blog@localhost' },
      subject: 'Déjà vu',
    });
    expect(mail?.text).toContain('Grüße');
    expect(mail?.html).toContain('Grüße');
    await expect.poll(rows).toMatchObject([{ state: 'sent', content: null, next_run: null }]);
    expect(mail?.messageId).toBe((await rows())[0]?.message_id);
    expect(mailServer.received).toHaveLength(1);
  });
});
