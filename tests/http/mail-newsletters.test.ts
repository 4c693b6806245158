import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/core/site/api/activity.ts';
import type { Delivery, Newsletter, NewsletterDetail } from '../../src/features/mail/api/newsletters.ts';
import {
  deleteExpiredNewsletterMails,
  summarizeNewsletters,
} from '../../src/features/mail/newsletters/newsletter-status.ts';
import { writeServerState } from '../../src/features/mail/store/mails.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addMailOf, addNewsletter, addSubscriber, noServer } from '../support/mail-rows.ts';

const path = '/webapi/api/admin/mail/newsletters';
const noCounts = { waiting: 0, sent: 0, failed: 0, suppressed: 0, unconfirmed: 0, canceled: 0 };

onEachDatabase('newsletters', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, noServer);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const detail = async (id: number) => (await site.admin.get<NewsletterDetail>(`${path}/${id}`)).body;
  const states = async (id: number) =>
    (
      await site.blog.db
        .selectFrom('mails')
        .select(['address', 'state'])
        .where('newsletter_id', '=', id)
        .orderBy('address')
        .execute()
    ).map(({ address, state }) => `${address} ${state}`);

  test('they are listed with their numbers', async () => {
    const post = await site.createPost({ post_title: 'Sea', active: false });
    // The job of the new post cancels newsletters about it, because it is not public.
    await site.jobsEnded();
    const older = await addNewsletter(site.blog.db, { week: '2026-W46', subject: 'This week' });
    // The job that fills it may have run when it is listed.
    const id = await addNewsletter(site.blog.db, { post_id: post.id, subject: 'Sea', filled_up_to: 7 });
    await addMailOf(site.blog.db, id, 'a@example.org', 'waiting');
    await addMailOf(site.blog.db, id, 'b@example.org', 'handed-over');
    await addMailOf(site.blog.db, id, 'c@example.org', 'sent');
    await addMailOf(site.blog.db, id, 'd@example.org', 'unconfirmed');
    const { body, headers } = await site.admin.get<Newsletter[]>(path);
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.map((one) => one.id)).toEqual([id, older]);
    expect(body[0]).toMatchObject({ post_id: post.id, post_title: 'Sea', week: null });
    expect(body[0]?.counts).toEqual({ ...noCounts, waiting: 2, sent: 1, unconfirmed: 1 });
    expect(body[1]).toMatchObject({ post_id: null, week: '2026-W46', filling: false, counts: noCounts });
    expect((await site.admin.get(`${path}/999999`)).status).toBe(404);
  });

  test.each([
    { last: 59, seconds: 60, buckets: 60 },
    { last: 60, seconds: 120, buckets: 31 },
    { last: 60 * 10, seconds: 15 * 60, buckets: 41 },
    { last: 60 * 24 * 90, seconds: 2 * 24 * 3600, buckets: 46 },
  ])('mails over $last minutes are counted in $buckets parts', async ({ last, seconds, buckets }) => {
    const start = Date.parse('2026-03-01T10:00:00.000Z');
    const id = await addNewsletter(site.blog.db);
    const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
    await addMailOf(site.blog.db, id, 'a@example.org', 'sent', { date: at(0) });
    await addMailOf(site.blog.db, id, 'b@example.org', 'sent', { date: at(0) });
    await addMailOf(site.blog.db, id, 'c@example.org', 'sent', { date: at(last) });
    await addMailOf(site.blog.db, id, 'd@example.org', 'failed', { date: at(last) });
    const { history } = await detail(id);
    expect([history.seconds, history.buckets.length]).toEqual([seconds, buckets]);
    expect(history.buckets[0]).toMatchObject({ sent: 2, failed: 0 });
    expect(history.buckets.at(-1)).toMatchObject({ sent: 1, failed: 1 });
    const steps = history.buckets.slice(1).map(({ from }, n) => {
      return (Date.parse(from) - Date.parse(history.buckets[n]?.from ?? '')) / 1000;
    });
    expect(new Set(steps)).toEqual(new Set([seconds]));
  });

  test('a pause of all mails is explained', async () => {
    const id = await addNewsletter(site.blog.db);
    expect((await detail(id)).pause).toBeNull();
    const until = new Date(Date.now() + 600_000).toISOString();
    await writeServerState(site.blog.db, { paused_until: until, failures: 3, error: 'connection refused' });
    expect((await detail(id)).pause).toEqual({ until, reason: 'connection refused' });
    await writeServerState(site.blog.db, { paused_until: null, failures: 0, error: null });
  });

  test('failures are listed with the words of the SMTP server', async () => {
    const id = await addNewsletter(site.blog.db);
    const response = '550 5.1.1 <b@example.org>: no such user';
    await addMailOf(site.blog.db, id, 'a@example.org', 'sent');
    await addMailOf(site.blog.db, id, 'b@example.org', 'failed', {
      response,
      date: '2026-03-01T10:00:00.000Z',
    });
    await addMailOf(site.blog.db, id, 'c@example.org', 'failed', { date: '2026-03-02T10:00:00.000Z' });
    const { body, headers } = await site.admin.get<Delivery[]>(`${path}/${id}/deliveries?state=failed`);
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.map(({ address }) => address)).toEqual(['c@example.org', 'b@example.org']);
    expect(body[1]).toMatchObject({ state: 'failed', response, date: '2026-03-01T10:00:00.000Z' });
    expect((await site.admin.get(`${path}/${id}/deliveries?state=sent`)).status).toBe(400);
  });

  test('canceling deletes what waits and stops adding recipients', async () => {
    const id = await addNewsletter(site.blog.db, { filled_up_to: 3, subject: 'Stop this' });
    const other = await addNewsletter(site.blog.db);
    await addMailOf(site.blog.db, other, 'a@example.org', 'waiting');
    for (const name of 'abc') await addMailOf(site.blog.db, id, `${name}@example.org`, 'waiting');
    await addMailOf(site.blog.db, id, 'd@example.org', 'sent');
    await addMailOf(site.blog.db, id, 'e@example.org', 'handed-over');
    expect((await site.admin.post(`${path}/${id}/cancel`)).body).toEqual({ changed: 3 });
    const after = await detail(id);
    expect(after.counts).toEqual({ ...noCounts, waiting: 1, sent: 1, canceled: 3 });
    expect(after).toMatchObject({ filling: false, date_canceled: expect.any(String) });
    expect(await states(other)).toEqual(['a@example.org waiting']);
    const { body: log } = await site.admin.get<ActivityEntry[]>('/webapi/api/admin/activity');
    expect(log[0]?.what).toBe('Canceled the newsletter "Stop this"');

    // A second time changes nothing but stays possible, for what an interruption left.
    expect((await site.admin.post(`${path}/${id}/cancel`)).body).toEqual({ changed: 0 });
    expect((await detail(id)).date_canceled).toBe(after.date_canceled);
    expect((await site.admin.post(`${path}/${id}/retry`, { state: 'failed' })).status).toBe(409);
  });

  test('failed or unconfirmed mails are queued again, except to those who left or bounce', async () => {
    const id = await addNewsletter(site.blog.db);
    const live = await addSubscriber(site.blog.db, 'live@example.org');
    const dead = await addSubscriber(site.blog.db, 'dead@example.org', { bounce: '550' });
    const maybe = await addSubscriber(site.blog.db, 'maybe@example.org');
    await addMailOf(site.blog.db, id, 'live@example.org', 'failed', { subscriber_id: live });
    await addMailOf(site.blog.db, id, 'dead@example.org', 'failed', { subscriber_id: dead });
    await addMailOf(site.blog.db, id, '', 'failed');
    await addMailOf(site.blog.db, id, 'maybe@example.org', 'unconfirmed', { subscriber_id: maybe });
    expect((await site.admin.post(`${path}/${id}/retry`, { state: 'sent' })).status).toBe(422);
    expect((await site.admin.post(`${path}/${id}/retry`, { state: 'failed' })).body).toEqual({ changed: 1 });
    expect((await detail(id)).counts).toMatchObject({ waiting: 1, failed: 2, unconfirmed: 1 });
    const queued = await site.blog.db
      .selectFrom('mails')
      .select(['attempts', 'date_settled', 'next_run'])
      .where('subscriber_id', '=', live)
      .executeTakeFirstOrThrow();
    expect(queued).toMatchObject({ date_settled: null, next_run: expect.any(String) });
    expect((await site.admin.post(`${path}/${id}/retry`, { state: 'unconfirmed' })).body).toEqual({
      changed: 1,
    });
    expect((await detail(id)).counts).toMatchObject({ waiting: 2, failed: 2, unconfirmed: 0 });
    const job = await site.blog.db.selectFrom('jobs').select('kind').where('kind', '=', 'mail').execute();
    expect(job).not.toEqual([]);
  });

  test('numbers and times stay when old mails are deleted', async () => {
    const id = await addNewsletter(site.blog.db, { date: '2026-02-01T10:00:00.000Z' });
    const moving = await addNewsletter(site.blog.db, { date: '2026-02-01T10:00:00.000Z' });
    await addMailOf(site.blog.db, id, 'a@example.org', 'sent', { date: '2026-02-01T10:00:00.000Z' });
    await addMailOf(site.blog.db, id, 'b@example.org', 'failed', { date: '2026-02-01T10:01:00.000Z' });
    await addMailOf(site.blog.db, moving, 'a@example.org', 'waiting');
    const before = await detail(id);
    await summarizeNewsletters(site.blog);
    expect(await detail(id)).toEqual(before);
    const day = 24 * 60 * 60 * 1000;
    const started = Date.parse('2026-02-01T10:00:00.000Z');
    await deleteExpiredNewsletterMails({ ...site.blog, now: () => new Date(started + 89 * day) });
    expect(await states(id)).toHaveLength(2);
    await deleteExpiredNewsletterMails({ ...site.blog, now: () => new Date(started + 91 * day) });
    expect(await states(id)).toEqual([]);
    expect(await states(moving)).toHaveLength(1);
    expect(await detail(id)).toEqual({ ...before, forgotten: true });
    const { summary } = await site.blog.db
      .selectFrom('newsletters')
      .select('summary')
      .where('id', '=', moving)
      .executeTakeFirstOrThrow();
    expect(summary).toBeNull();
  });
});
