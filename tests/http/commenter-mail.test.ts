import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';

const formOf = (fields: Record<string, string>) => new URLSearchParams({ intent: 'comment', ...fields });
const submit = (client: ApiClient, path: string, fields: Record<string, string>) =>
  client.post(path, formOf(fields), { token: false });

/** The path of a link in a mail. */
const linkIn = (mail: ReceivedMail | undefined, part: string): string =>
  new URL(new RegExp(`https?://\\S+/mail/comments/\\S*${part}\\S*`).exec(mail?.text ?? '')?.[0] ?? 'none:')
    .pathname;

const readerOf = async (site: ApiSite): Promise<ApiClient> => {
  const client = site.visitor();
  // Sets the CSRF cookie.
  await client.get('/webapi/api/admin/auth');
  return client;
};

onEachDatabase('Mails to commenters', (kind) => {
  let mailServer: MailServer;
  let site: ApiSite;
  let post: Post;
  let path: string;
  beforeAll(async () => {
    mailServer = await startMailServer();
    site = await apiSite(kind, { SMTP_URL: mailServer.url });
    await site.admin.put('/webapi/api/admin/site', { contact_email: '' });
    post = await site.createPost({ post_title: 'By the sea', active: true });
    path = `/post/${post.post_title_web}`;
  });
  afterAll(async () => {
    await site.dispose();
    await mailServer[Symbol.asyncDispose]();
  });

  const approve = (id: number, state = true) =>
    site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state });
  const newest = async () =>
    (await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`)).body.at(-1) as Comment;
  const mailsTo = (address: string, count: number) =>
    mailServer.waitFor(({ recipients }) => recipients.includes(address), count, 60_000);
  const wholeDatabase = async (): Promise<string> => {
    const { db } = site.blog;
    const rows = [];
    for (const { name } of await siteTables(db, dialectOf(db)))
      rows.push(
        await db
          .selectFrom(name as 'posts')
          .selectAll()
          .execute(),
      );
    return JSON.stringify(rows);
  };

  test('without JavaScript: ticked, confirmed, approved, answered, stopped', async () => {
    const ada = 'ada@reader.example';
    const reader = await readerOf(site);
    const page = (await reader.get(`${path}?comment=1`)).text;
    expect(page).toMatch(/<input[^>]*type="checkbox"[^>]*name="notify"/);
    expect(page).toMatch(/<input[^>]*autoComplete="email"[^>]*name="notify_address"/i);
    const fields = { comment_text: 'A fine walk.', user_name: 'Ada', notify: 'on', notify_address: ada };
    expect((await submit(reader, path, fields)).status).toBe(303);
    const comment = await newest();
    expect(Object.values(comment)).not.toContain(ada);

    const [confirmation] = await mailsTo(ada, 1);
    expect(confirmation?.subject).toBe('Please confirm your email address for Not Terrible');
    expect(confirmation?.text).not.toContain('A fine walk.');
    const confirm = linkIn(confirmation, 'confirm/');
    const before = await site.blog.db.selectFrom('commenters').selectAll().execute();
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const answer = await reader.request(method, confirm);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    }
    const stranger = { token: false, headers: { origin: 'https://elsewhere.example' } };
    expect((await reader.post(confirm, formOf({}), stranger)).status).toBe(403);
    expect(await site.blog.db.selectFrom('commenters').selectAll().execute()).toEqual(before);
    const done = await submit(reader, confirm, {});
    expect(done.status).toBe(200);
    expect(done.text).toContain('Thank you, your address is confirmed.');
    expect((await submit(reader, confirm, {})).status).toBe(404);
    expect((await reader.get(confirm)).text).toContain('This link does not work any more');

    await approve(comment.id);
    await site.admin.post(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'Thank you, Ada!',
      parent_id: comment.id,
    });
    await mailsTo(ada, 3);
    // Several connections send at the same time, so the last two arrive in any order.
    const [answered, approved] = mailServer
      .to(ada)
      .slice(1)
      .sort((one, other) => one.subject.localeCompare(other.subject));
    expect(approved?.subject).toBe('Your comment on “By the sea” was approved');
    expect(answered?.subject).toBe('Admin replied below your comment on “By the sea”');
    expect(answered?.text).toContain('> Thank you, Ada!');
    const stop = linkIn(answered, 'stop');
    expect(answered?.headers['list-unsubscribe']).toBe(`<${site.blog.siteUrl()}${stop}>`);
    expect(answered?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const permalink = new URL(/https?:\S+comment-id=\S+/.exec(answered?.text ?? '')?.[0] ?? 'none:');
    const found = await reader.get(permalink.pathname + permalink.search);
    expect(found.headers.get('location')).toBe(`${path}#comment-${(await newest()).id}`);

    const asked = await reader.get(stop);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain('Stop and delete my address');
    expect(await wholeDatabase()).toContain(ada);
    // As a program for mail sends it: no cookie, no origin.
    const oneClick = await fetch(site.url + stop, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(oneClick.status).toBe(200);
    expect(await oneClick.text()).toContain('Your address is deleted.');
    expect(await wholeDatabase()).not.toContain(ada);
    expect((await submit(reader, stop, {})).status).toBe(200);
    expect((await reader.get(stop.replace(/\d(?=-)/, '$&9'))).status).toBe(404);
    await site.admin.post(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'One more answer.',
      parent_id: comment.id,
    });
    expect(
      await site.blog.db.selectFrom('mails').selectAll().where('state', '=', 'waiting').execute(),
    ).toEqual([]);
    expect(mailServer.to(ada)).toHaveLength(3);
  }, 180_000);

  test.each([
    ['nothing', ''],
    ['blanks', ' '.repeat(900)],
    ['a header', 'ada@example.org\r\nBcc: eve@example.net'],
    ['two addresses', 'ada@example.org, eve@example.net'],
    ['markup', '"><script>alert(1)</script>'],
  ])('%s instead of an address is refused, and what was typed stays', async (_name, typed) => {
    const reader = await readerOf(site);
    const fields = { comment_text: 'Kept text.', user_name: 'Ada', notify: 'on', notify_address: typed };
    const { status, text } = await submit(reader, path, fields);
    expect(status).toBe(422);
    expect(text).toContain('Please enter a valid email address, or untick “Tell me by mail”.');
    expect(text).toContain('Kept text.');
    expect(text).toMatch(/<input[^>]*name="notify"[^>]*checked/);
    expect(text).not.toContain('<script>alert(1)');
    const body = { comment_text: 'Kept text.', notify_address: typed };
    expect((await reader.post(`/webapi/api/posts/comment/${post.id}`, body)).status).toBe(422);
    // Without the tick it does not matter.
    const { notify: _, ...unticked } = fields;
    expect((await submit(reader, path, unticked)).status).toBe(303);
  });

  test('15,000 blanks are refused', async () => {
    const reader = await readerOf(site);
    const notify_address = `${' '.repeat(15_000)}ada@example.org`;
    const fields = { comment_text: 'Kept text.', notify: 'on', notify_address };
    expect((await submit(reader, path, fields)).status).toBe(422);
    const body = { comment_text: 'Kept text.', notify_address };
    expect((await reader.post(`/webapi/api/posts/comment/${post.id}`, body)).status).toBe(422);
  });

  test('the answer is the same whether an address is known or not, and no answer has it', async () => {
    const body = { user_name: 'Eve', notify_address: 'eve@reader.example' };
    const send = async (comment_text: string) => {
      const sent = await (await readerOf(site)).post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
        ...body,
        comment_text,
      });
      const { id: _id, date_added: _date, comment_text: _text, ...rest } = sent.body;
      return { status: sent.status, rest, text: sent.text };
    };
    const first = await send('We walked there for hours.');
    const [confirmation] = await mailsTo('eve@reader.example', 1);
    const second = await send('We rested there, and read.');
    await submit(site.visitor(), linkIn(confirmation, 'confirm/'), {});
    const third = await send('We sang until it was dark.');
    for (const { status, rest, text } of [first, second, third]) {
      expect({ status, rest }).toEqual({ status: 201, rest: first.rest });
      expect(text).not.toContain('eve@');
    }
    const { id } = await newest();
    await approve(id);
    for (const url of [
      '/webapi/api/admin/comments',
      `/webapi/api/posts/comment/all/${post.id}`,
      `/webapi/api/posts/${post.id}/direct`,
      path,
    ])
      expect((await site.admin.get(url)).text).not.toContain('eve@');
    const mails = await mailsTo('eve@reader.example', 2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Please confirm your email address for Not Terrible',
      'Your comment on “By the sea” was approved',
    ]);
  });

  test('the owner is offered no mail, and an address of theirs is ignored', async () => {
    expect((await site.admin.get(`${path}?comment=1`)).text).not.toContain('notify_address');
    const added = await site.admin.post(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'A word from me.',
      notify_address: 'owner@example.org',
    });
    expect(added.status).toBe(201);
    expect(await wholeDatabase()).not.toContain('owner@example.org');
  });

  test('switched off, the page has no field and addresses are ignored', async () => {
    await site.admin.put('/webapi/api/admin/mail', { commenter_mail: false });
    const reader = await readerOf(site);
    expect((await reader.get(`${path}?comment=1`)).text).not.toContain('notify_address');
    expect((await reader.get(path)).text).not.toContain('&quot;mail&quot;');
    const body = { comment_text: 'Nothing to be notified.', notify_address: 'not an address' };
    expect((await reader.post(`/webapi/api/posts/comment/${post.id}`, body)).status).toBe(201);
    await site.admin.put('/webapi/api/admin/mail', { commenter_mail: true });
    expect((await reader.get(path)).text).toContain('&quot;mail&quot;:true');
  });
});

onEachDatabase('A site without mail', (kind) => {
  test('has no field, no pages, and ignores addresses', async () => {
    const site = await apiSite(kind);
    const post = await site.createPost({ post_title: 'By the sea', active: true });
    const reader = await readerOf(site);
    const page = (await reader.get(`/post/${post.post_title_web}?comment=1`)).text;
    expect(page).not.toContain('notify');
    expect(page).not.toContain('&quot;mail&quot;');
    const body = { comment_text: 'A fine walk.', notify_address: 'not an address' };
    expect((await reader.post(`/webapi/api/posts/comment/${post.id}`, body)).status).toBe(201);
    for (const gone of [
      `/mail/comments/confirm/${'a'.repeat(43)}`,
      `/mail/comments/1-${'a'.repeat(43)}/stop`,
    ])
      for (const method of ['GET', 'POST'])
        expect(
          (await reader.request(method, gone, method === 'POST' ? formOf({}) : undefined, { token: false }))
            .status,
        ).toBe(404);
    expect(await site.blog.db.selectFrom('commenters').selectAll().execute()).toEqual([]);
    await site.dispose();
  });
});
