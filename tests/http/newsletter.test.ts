import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { MailPreview, WritingMail } from '../../src/features/mail/api/writing.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import { startJobs, wakeJob } from '../../src/platform/jobs/add-job.ts';
import { hasDueJobs } from '../../src/platform/jobs/jobs.ts';
import { claimedJobs } from '../../src/platform/jobs/store.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addSubscriber } from '../support/mail-rows.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const owner = 'owner@example.org';

onEachDatabase('newsletters', (kind) => {
  let mailServer: MailServer;
  let site: ApiSite;

  beforeEach(async () => {
    mailServer = await startMailServer();
    site = await apiSite(kind, { SMTP_URL: mailServer.url });
    await site.admin.put('/webapi/api/admin/mail', { owner_address: owner, rate: 6000 });
  });
  afterEach(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
    await mailServer[Symbol.asyncDispose]();
  });

  const stateOf = async (post: Post) =>
    (await site.admin.get<WritingMail>(`/webapi/api/admin/mail/writing?post=${post.id}`)).body.newsletter;

  /** Once the job has planned it. */
  const planned = (post: Post) =>
    expect.poll(async () => (await stateOf(post))?.date_due, { timeout: 50_000 }).toEqual(expect.any(String));

  /** Once every job that was due has ended. */
  const jobsEnded = () =>
    expect
      .poll(
        async () => (await hasDueJobs(site.blog, jobKinds)) || (await claimedJobs(site.blog.db)).length > 0,
        {
          timeout: 50_000,
        },
      )
      .toBe(false);

  /** As if the time to take it back had passed. */
  async function letPass(): Promise<void> {
    const { blog } = site;
    await blog.db
      .updateTable('newsletters')
      .set({ date_due: new Date(blog.now().getTime() - 1000).toISOString() })
      .execute();
    await wakeJob(blog, blog.db, 'newsletter');
    startJobs(blog);
  }

  test('a published post arrives once at each subscriber, with links to stop', async () => {
    const names = ['ann', 'bob', 'cleo'].map((name) => `${name}@example.org`);
    for (const address of names) await addSubscriber(site.blog.db, address);
    await addSubscriber(site.blog.db, 'weekly@example.org', { frequency: 'weekly' });
    await addSubscriber(site.blog.db, 'gone@example.org', { bounce: 'No such user' });
    const post = await site.createPost({
      post_title: 'A walk\nby the sea',
      post_content: '<p>Waves &amp; <a href="/about">wind</a>.</p><blockquote><p>Said so.</p></blockquote>',
      mail_preheader: 'With much wind',
    });
    await planned(post);
    expect(mailServer.received).toEqual([]);
    await letPass();
    const mails = await mailServer.waitFor(() => true, names.length);
    expect(mails.flatMap(({ recipients }) => recipients).sort()).toEqual(names);
    for (const mail of mails) {
      expect(mail.subject).toBe('A walk by the sea');
      expect(mail.html).toContain('With much wind');
      expect(mail.html).toContain(`href="${site.blog.siteUrl()}/about"`);
      expect(mail.html).not.toMatch(/<script|<iframe/);
      expect(mail.text).toContain('> Said so.');
      expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      const [, stop] = /^<(.*)>$/.exec(mail.headers['list-unsubscribe'] ?? '') ?? [];
      const own = stop?.replace(/\/stop$/, '') ?? '?';
      expect(mail.html).toContain(`href="${own}"`);
      expect(mail.text).toContain(own);
      expect((await site.visitor().get(new URL(own).pathname)).status).toBe(200);
    }
    expect(new Set(mails.map(({ headers }) => headers['list-unsubscribe'])).size).toBe(names.length);

    // Neither a change nor another publication sends it again.
    await site.admin.put(`/webapi/api/posts/${post.id}`, { post_title: 'Another title' });
    await site.admin.put(`/webapi/api/posts/status/${post.id}/0`);
    await site.admin.put(`/webapi/api/posts/status/${post.id}/1`);
    await letPass();
    await jobsEnded();
    expect(mailServer.received).toHaveLength(names.length);
    expect(await stateOf(post)).toMatchObject({ state: 'sent', recipients: 3, sent: 3 });
  });

  test('an unpublished post is taken back, and a later one is sent', async () => {
    await addSubscriber(site.blog.db, 'ann@example.org');
    const first = await site.createPost({ post_title: 'First' });
    await planned(first);
    await site.admin.put(`/webapi/api/posts/status/${first.id}/0`);
    const second = await site.createPost({ post_title: 'Second', active: false });
    await site.admin.put(`/webapi/api/posts/${second.id}`, {
      scheduled_date: new Date(Date.now() - 1000).toISOString(),
    });
    await planned(second);
    await letPass();
    await mailServer.waitFor(({ subject }) => subject === 'Second');
    await jobsEnded();
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(['Second']);
    expect(await stateOf(first)).toBeNull();
  });

  test('visitors see nothing of it', async () => {
    const post = await site.createPost({ mail_subject: 'For subscribers' });
    const path = `/webapi/api/posts/${post.id}/direct`;
    expect(JSON.stringify((await site.admin.get(path)).body)).toContain('For subscribers');
    const { status, body } = await site.visitor().get(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('For subscribers');
  });

  test('typed values are previewed and sent to the owner', async () => {
    const typed = {
      post_title: 'A walk',
      post_content: '<p>By the <em>sea</em>.</p><script>1</script>',
      settings: { mail_subject: 'News', mail_preheader: 'Soon' },
      version: 0,
    };
    const preview = await site.admin.post<MailPreview>('/webapi/api/admin/mail/preview', typed);
    expect(preview.body).toMatchObject({ subject: 'News', preheader: 'Soon' });
    expect(preview.body.html).toContain('By the <em>sea</em>.');
    expect(preview.body.html).not.toContain('<script');
    expect(preview.body.text).toContain('By the sea.');

    const sent = await site.admin.post('/webapi/api/admin/mail/test-post', typed);
    expect(sent).toMatchObject({ status: 200, body: { address: owner } });
    const [mail] = await mailServer.waitFor(({ to }) => to.includes(owner));
    expect(mail).toMatchObject({ subject: '[Test] News' });
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();

    const page = await site.admin.post('/webapi/api/admin/mail/preview', { ...typed, kind: 'page' });
    expect(page.status).toBe(422);
  });
});
