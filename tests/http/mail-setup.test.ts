import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicSite } from '../../src/core/site/api/site.ts';
import type { MailSetup, OfferedMail } from '../../src/features/mail/api/mail.ts';
import type { MailDomain, MailTest } from '../../src/features/mail/api/setup.ts';
import { recordReport } from '../../src/features/mail/bounces/bounces.ts';
import { isSuppressed } from '../../src/features/mail/bounces/suppressions.ts';
import { messageId } from '../../src/features/mail/queue/queue.ts';
import { insertMail } from '../../src/features/mail/store/mails.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('mail settings', (kind) => {
  describe('without SMTP_URL', () => {
    let site: ApiSite;
    beforeAll(async () => {
      site = await apiSite(kind);
    });
    afterAll(() => site.dispose());

    test('nothing of it exists or is mentioned', async () => {
      for (const client of [site.admin, site.visitor()])
        for (const method of ['GET', 'PUT', 'POST']) {
          const { status, body } = await client.request(method, '/webapi/api/admin/mail');
          expect(status).toBe(404);
          expect(body).toMatchObject({
            error: { message: `No such route: ${method} /webapi/api/admin/mail.` },
          });
        }
      expect((await site.visitor().get<PublicSite>('/webapi/api/site')).body).not.toHaveProperty('mail');
      const documents = ['/webapi/openapi.json', '/webapi/docs', '/admin/settings'];
      for (const path of documents)
        expect((await site.admin.get(path)).text).not.toMatch(/\/admin\/(?:settings\/)?mail/);
    });
  });

  describe('with SMTP_URL', () => {
    let site: ApiSite;
    beforeAll(async () => {
      site = await apiSite(kind, {
        SMTP_URL: 'smtp://blog%40example.org:se%2Fcret@127.0.0.1:1',
        IMAP_URL: 'imaps://returns:hidden@imap.example.org',
      });
    });
    afterAll(() => site.dispose());
    const read = async () => (await site.admin.get<MailSetup>('/webapi/api/admin/mail')).body;
    const change = (values: object) => site.admin.put<MailSetup>('/webapi/api/admin/mail', values);

    test('the settings come with what they mean, and without passwords', async () => {
      const { text } = await site.admin.get('/webapi/api/admin/mail');
      expect(text).not.toMatch(/cret|hidden|returns/);
      expect(await read()).toEqual({
        settings: expect.objectContaining({ from_address: '', rate: 120, subscriptions: true }),
        sender: { name: 'Not Terrible', address: 'blog@example.org' },
        owner_address: null,
        owner_bounce: null,
        server: { host: '127.0.0.1', port: 1, has_login: true },
        mailbox: { host: 'imap.example.org', date_read: null, error: null },
      });
    });

    test('a change is saved and leaves other fields unchanged', async () => {
      const { body } = await change({ from_address: ' me@Example.net ', from_name: 'Me', rate: 7 });
      expect(body).toMatchObject({
        settings: { from_name: 'Me', rate: 7, comment_notice: 'at-once' },
        sender: { name: 'Me', address: 'me@example.net' },
      });
      await site.admin.put('/webapi/api/admin/site', { contact_email: 'owner@example.org' });
      expect(await read()).toMatchObject({ settings: { rate: 7 }, owner_address: 'owner@example.org' });
      await change({ owner_address: 'private@example.org' });
      expect(await read()).toMatchObject({ owner_address: 'private@example.org' });
    });

    test.each([
      { from_address: 'me@example.org\r\nBcc: you@example.org' },
      { from_address: 'no address' },
      { owner_address: 'a@b@c' },
      { rate: 0 },
      { rate: 10_001 },
      { comment_notice: 'sometimes' },
      { from_name: 'x'.repeat(101) },
    ])('%j is refused', async (values) => {
      const before = await read();
      expect((await change(values)).status).toBe(422);
      expect(await read()).toEqual(before);
    });

    test('a name cannot become a second header', async () => {
      const { body } = await change({ from_name: 'Me\r\nBcc: you@example.org' });
      expect(body.sender.name).toBe('Me Bcc: you@example.org');
    });

    test('a test mail reports what happened, and a key of its own stays secret', async () => {
      await change({ from_address: 'me@example.net', owner_address: 'owner@example.org' });
      const { status, body, text } = await site.admin.post<MailTest>('/webapi/api/admin/mail/test');
      expect(status).toBe(200);
      expect(body).toMatchObject({ is_sent: false, report: ['127.0.0.1, port 1, refused the connection.'] });
      expect(text).not.toContain('cret');
      const made = await site.admin.post<MailDomain>('/webapi/api/admin/mail/dkim');
      expect(made.body).toMatchObject({ domain: 'example.net', has_key: true, is_signed: false });
      expect(made.body.records[0]?.value).toMatch(/^v=DKIM1; k=rsa; p=MII/);
      expect(made.text).not.toContain('PRIVATE');
    });

    test('the number of tests is limited', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 11; count++)
        statuses.push((await site.admin.post('/webapi/api/admin/mail/test')).status);
      expect(statuses).toContain(429);
    });

    test('a report about a mail that was sent stops mail to its recipient, and a forged one does not', async () => {
      const { blog } = site;
      const address = 'reader@example.net';
      const message_id = messageId(blog, 'post 1', address);
      const date = blog.now().toISOString();
      await insertMail(blog.db, {
        priority: 1,
        kind: 'newsletter',
        address,
        address_key: address,
        subscriber_id: null,
        newsletter_id: null,
        message_id,
        content: null,
        state: 'sent',
        next_run: null,
        date_added: date,
        date_settled: date,
      });
      const reports = [{ recipient: address, kind: 'hard' as const, detail: '550 5.1.1 No such user' }];
      const record = (id: string) => recordReport(blog, { messageIds: [id], reports }, async () => {});
      expect(await record('<forged@localhost>')).toBe(false);
      expect(await isSuppressed(blog, blog.db, address)).toBe(false);
      expect(await record(message_id)).toBe(true);
      expect(await isSuppressed(blog, blog.db, address)).toBe(true);
    });

    test('screens learn with the settings of the site what readers are offered', async () => {
      const offered = async () =>
        (await site.visitor().get<{ mail?: OfferedMail }>('/webapi/api/site')).body.mail;
      await change({ subscriptions: true, commenter_mail: false });
      expect(await offered()).toEqual({ subscriptions: true, commenter_mail: false });
      await change({ subscriptions: false, commenter_mail: true });
      expect(await offered()).toEqual({ subscriptions: false, commenter_mail: true });
      expect((await site.admin.get('/admin/settings')).text).toContain('/admin/settings/mail');
    });
  });
});
