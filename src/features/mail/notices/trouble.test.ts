import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startMailServer } from '../../../../tests/support/mail-server.ts';
import { type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { startSession } from '../../../core/accounts/sign-in/sign-in.ts';
import { changePassword } from '../../../core/accounts/sign-in/users.ts';
import { insertUser, userById } from '../../../core/accounts/store/users.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { backupsPart } from '../../backup/archive/backups.ts';
import { backUpDaily } from '../../backup/backups.ts';
import type { MailSettings } from '../api/mail.ts';
import type { MailContent } from '../message/content.ts';
import { mailSetting } from '../settings.ts';
import { diskLevel } from './disk.ts';
import { mailTrouble } from './trouble.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const giga = 1e9;

async function blogWithMail(settings: Partial<MailSettings> = {}) {
  const blog: MemoryBlog = Object.assign(await memoryBlog(), {
    mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null },
  });
  const stored = JSON.stringify({ owner_address: 'owner@example.org', ...settings });
  await writeSetting(blog.db, mailSetting, stored);
  const mails = async () =>
    (await blog.db.selectFrom('mails').select('content').orderBy('id').execute()).map(
      ({ content }) => JSON.parse(content ?? '') as MailContent,
    );
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  return { blog, mails, subjects };
}

const plenty = async () => ({ free: 100 * giga, total: 200 * giga });

/** A blog whose backups fail while `isBroken`. */
async function blogWithBackups(settings: Partial<MailSettings> = {}) {
  const given = await blogWithMail(settings);
  const { blog } = given;
  const disk = { isBroken: true };
  blog.parts = backupsPart.with({
    ...backupsPart.of(blog),
    keep: 7,
    make: async () => {
      if (disk.isBroken) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return { made: blog.now().toISOString() } as never;
    },
  });
  await blog.db.updateTable('migrations').set({ applied: blog.now().toISOString() }).execute();
  /** What the scheduled jobs do each hour. */
  const pass = async (hours: number) => {
    for (let n = 0; n < hours; n++) {
      blog.wait(hour);
      await backUpDaily(blog).catch(() => {});
      await mailTrouble(blog, plenty);
    }
  };
  return { ...given, disk, pass };
}

test('a failing backup is mailed first, then daily, and once when it works again', async () => {
  const { disk, pass, mails, subjects } = await blogWithBackups();
  await pass(23);
  expect(await subjects()).toEqual([]);
  await pass(2);
  expect(await subjects()).toEqual(['The backup of Not Terrible failed']);
  const [first] = await mails();
  expect(first?.text).toContain('The backup failed on March 2, 2026');
  expect(first?.text).toContain('https://blog.example.org/admin/detail');
  await pass(22);
  expect(await subjects()).toHaveLength(1);
  await pass(48);
  expect((await subjects()).slice(1)).toEqual(Array(2).fill('The backup of Not Terrible still fails'));
  disk.isBroken = false;
  await pass(30);
  expect((await subjects()).slice(3)).toEqual(['The backup of Not Terrible works again']);
});

test('backups that are never finished are mailed as well', async () => {
  const { blog, subjects, mails } = await blogWithBackups();
  blog.wait(2 * day);
  await mailTrouble(blog, plenty);
  expect(await subjects()).toEqual([]);
  blog.wait(2 * hour);
  await mailTrouble(blog, plenty);
  expect(await subjects()).toEqual(['The backup of Not Terrible failed']);
  expect((await mails())[0]?.text).toContain('No backup has been made');
});

test('nothing is mailed without mail, without an address, or when it is not wanted', async () => {
  for (const settings of [{ trouble_notice: false }, { owner_address: '' }]) {
    const { pass, subjects } = await blogWithBackups(settings);
    await pass(30);
    expect(await subjects()).toEqual([]);
  }
  const { blog, pass, subjects } = await blogWithBackups();
  blog.mail = null;
  await pass(30);
  expect(await subjects()).toEqual([]);
  await mailTrouble(blog, () => Promise.reject(new Error('The disk must not be looked at.')));
});

test('a disk is almost full below a tenth or a gigabyte, until there is clearly more', () => {
  const small = (free: number) => ({ free: free * giga, total: 5 * giga });
  const large = (free: number) => ({ free: free * giga, total: 100 * giga });
  expect(diskLevel(small(1.1), 'fine')).toBe('fine');
  expect(diskLevel(small(0.9), 'fine')).toBe('low');
  expect(diskLevel(small(1.1), 'low')).toBe('low');
  expect(diskLevel(small(1.3), 'low')).toBe('fine');
  expect(diskLevel(large(10.1), 'fine')).toBe('fine');
  expect(diskLevel(large(9.9), 'fine')).toBe('low');
  expect(diskLevel(large(11.9), 'low')).toBe('low');
  expect(diskLevel(large(1.9), 'low')).toBe('critical');
  expect(diskLevel(large(2.1), 'critical')).toBe('critical');
  expect(diskLevel(large(2.5), 'critical')).toBe('low');
  expect(diskLevel(large(50), 'critical')).toBe('fine');
});

test('a disk that fills makes a mail for each level, and again after it was emptied', async () => {
  const { blog, subjects, mails } = await blogWithMail();
  for (const free of [50, 9, 8, 10.5, 9.5, 1.5, 1, 3, 50, 9]) {
    blog.wait(hour);
    await mailTrouble(blog, async () => ({ free: free * giga, total: 100 * giga }));
  }
  expect(await subjects()).toEqual([
    'The disk of Not Terrible is almost full',
    'The disk of Not Terrible has hardly any space left',
    'The disk of Not Terrible is almost full',
  ]);
  expect((await mails())[0]?.text).toContain('has 9 GB of 100 GB left');
});

test('on a full disk the mail is sent without the queue, once a day', async () => {
  const { blog, subjects } = await blogWithMail();
  await using mailServer = await startMailServer();
  blog.mail = { smtpUrl: mailServer.url, imapUrl: null };
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(blog.db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(blog.db);
  // What is left in the last pages.
  const fill = async () => {
    for (let n = 0; n < 1000; n++) await writeSetting(blog.db, `fill ${n}`, 'x'.repeat(400));
  };
  await expect(fill()).rejects.toThrow('full');
  const full = async () => ({ free: 0, total: 100 * giga });
  await mailTrouble(blog, full);
  await mailTrouble(blog, full);
  blog.wait(hour);
  await mailTrouble(blog, full);
  expect(await subjects()).toEqual([]);
  expect(mailServer.to('owner@example.org').map(({ subject }) => subject)).toEqual([
    'The disk of Not Terrible is full',
  ]);
  blog.wait(day);
  await mailTrouble(blog, full);
  expect(mailServer.received).toHaveLength(2);
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605';

async function blogWithUser(settings: Partial<MailSettings> = {}) {
  const given = await blogWithMail(settings);
  const { blog } = given;
  const added = await insertUser(blog.db, {
    username: 'admin',
    password_hash: 'x',
    date_added: blog.now().toISOString(),
    weak_password: 0,
  });
  const signIn = async (userAgent: string, address: string) => {
    blog.wait(1000);
    const user = await userById(blog.db, added?.id ?? 0);
    const acting = { ...blog, actor: { username: null, address, browser: '' } };
    if (user) await startSession(acting, user, userAgent, null);
  };
  return { ...given, signIn, userId: added?.id ?? 0 };
}

test('a sign-in from a new browser or network is mailed once, the very first is not', async () => {
  const { signIn, mails, subjects } = await blogWithUser();
  await signIn(firefox, '203.0.113.7');
  await signIn(firefox, '203.0.113.99');
  expect(await subjects()).toEqual([]);
  await signIn(safari, '203.0.113.7');
  await signIn(firefox, '198.51.100.7');
  await signIn(firefox, '198.51.100.8');
  await signIn(safari, '203.0.113.7');
  expect(await subjects()).toEqual(Array(2).fill('New sign-in to the account admin'));
  const [mail] = await mails();
  expect(mail?.text).toContain('Browser: Safari on macOS\nNetwork: 203.0.113.0/24');
  expect(mail?.text).toContain('https://blog.example.org/admin/security');
  expect(mail?.text).not.toContain('203.0.113.7');
});

test('a sign-in is mailed although the places before mail was switched on are unknown', async () => {
  const { blog, signIn, subjects } = await blogWithUser();
  const { mail } = blog;
  blog.mail = null;
  await signIn(firefox, '203.0.113.7');
  expect(await blog.db.selectFrom('sign_in_places').selectAll().execute()).toEqual([]);
  blog.mail = mail;
  await signIn(safari, '198.51.100.7');
  expect(await subjects()).toHaveLength(1);
});

test('places are hashed, and the oldest are forgotten', async () => {
  const { blog, signIn, userId } = await blogWithUser();
  for (let n = 0; n < 60; n++) await signIn(firefox, `203.0.${n}.1`);
  const places = await blog.db.selectFrom('sign_in_places').selectAll().execute();
  expect(places).toHaveLength(50);
  expect(JSON.stringify(places)).not.toMatch(/203|Firefox/);
  await blog.db.deleteFrom('users').where('id', '=', userId).execute();
  expect(await blog.db.selectFrom('sign_in_places').selectAll().execute()).toEqual([]);
});

test('a changed password is mailed', async () => {
  const { blog, userId, mails } = await blogWithUser();
  const input = { password: 'correct horse battery staple', userAgent: firefox };
  await changePassword(blog, { admin: false }, userId, input);
  const [mail] = await mails();
  expect(mail?.subject).toBe('Security: Changed the password of "admin"');
  expect(mail?.text).toContain('Changed the password of "admin", by admin.');
});
