import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { MailContent } from '../../src/features/mail/message/content.ts';
import { mailDueNotices } from '../../src/features/mail/notices/run-comment-notices.ts';
import { writeSetting } from '../../src/platform/db/settings.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const links = /\/mail\/moderate\/(?:approve|spam|delete)-[\w-]{43}/g;

onEachDatabase('links in mails about waiting comments', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    // Nothing listens there: the mails stay in the queue, where the test reads them.
    site = await apiSite(kind, { SMTP_URL: 'smtp://127.0.0.1:9' });
    await writeSetting(site.blog.db, 'mail', JSON.stringify({ owner_address: 'owner@example.org' }));
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  /** A new comment, and the links of the mail about it. */
  const mailed = async (text = 'Is this <i>fine</i>?') => {
    const post = await site.createPost({ post_title: 'A walk' });
    const reader = site.visitor();
    await reader.get('/webapi/api/admin/auth');
    const { body: comment } = await reader.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: text,
      user_name: 'Ada',
    });
    // The job of the server may run at the same moment.
    await writeSetting(site.blog.db, 'comment_notices', '{}');
    await inTransaction(site.blog.db, (tx) => mailDueNotices(site.blog, tx));
    const rows = await site.blog.db.selectFrom('mails').select('content').orderBy('id', 'desc').execute();
    const mail = rows
      .map(({ content }) => JSON.parse(content ?? '{}') as MailContent)
      .find((one) => one.text.includes(text));
    const [approve = '', spam = '', remove = ''] = mail?.text.match(links) ?? [];
    return { post, comment, approve, spam, remove };
  };
  const stateOf = async ({ id }: Comment) => {
    const rows = await site.blog.db.selectFrom('comments').select('approved').where('id', '=', id).execute();
    return rows[0]?.approved ?? 'deleted';
  };
  const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  /** As a browser does that tells nothing about the page of the form. */
  const send = (path: string, version: string, headers: Record<string, string> = {}) =>
    site.visitor().post(path, new URLSearchParams({ version }), { token: false, headers });

  test('opening them changes nothing, and their pages are secret', async () => {
    const { comment, approve, spam, remove } = await mailed();
    for (const path of [approve, spam, remove])
      for (const method of ['GET', 'HEAD', 'GET']) {
        const { status, headers, text } = await site.visitor().request(method, path);
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
        expect(headers.get('set-cookie')).toBeNull();
        if (method === 'GET') {
          expect(text).toContain('Is this &lt;i&gt;fine&lt;/i&gt;?');
          expect(text).toContain('<meta name="robots" content="noindex"/>');
          expect(mainOf(text).match(/<button/g)?.length).toBe(1);
        }
      }
    expect(await stateOf(comment)).toBe(0);
  });

  test('one of them works once, from any browser and without a session', async () => {
    const { post, comment, approve, spam, remove } = await mailed('To be approved.');
    const page = `/post/${post.post_title_web}`;
    expect((await site.visitor().get(page)).text).not.toContain('To be approved.');
    const version = versionIn((await site.visitor().get(approve)).text);
    const done = await send(approve, version, { Origin: 'null' });
    expect(done.status).toBe(200);
    expect(done.text).toContain('<h1>The comment is approved</h1>');
    expect(done.headers.get('cache-control')).toBe('private, no-store');
    expect(done.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await stateOf(comment)).toBe(1);
    expect((await site.visitor().get(page)).text).toContain('To be approved.');
    await site.admin.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: false });
    for (const path of [approve, spam, remove]) {
      const again = await send(path, version);
      expect(again.status).toBe(410);
      expect(again.text).toContain('It was used already, or it has expired');
      expect((await site.visitor().get(path)).status).toBe(410);
    }
    expect(await stateOf(comment)).toBe(0);
    const { body } = await site.admin.get<{ what: string }[]>('/webapi/api/admin/activity?kind=comment');
    expect(body.map(({ what }) => what)).toContain(
      'Approved a comment on the post "A walk", by a link in a mail',
    );
  });

  test('many requests at the same moment are one change', async () => {
    const { comment, remove, spam, approve } = await mailed('To be deleted.');
    const version = versionIn((await site.visitor().get(remove)).text);
    const answers = await Promise.all(
      [remove, spam, approve, remove, spam, approve].map((path) => send(path, version)),
    );
    const done = answers.filter(({ text }) => text.includes('role="status"') && !text.includes('meanwhile'));
    expect(done.map(({ status }) => status)).toEqual([200]);
    expect(await stateOf(comment)).not.toBe(0);
    const { body } = await site.admin.get<{ what: string }[]>(
      '/webapi/api/admin/activity?kind=comment&limit=2',
    );
    expect(body[0]?.what).toMatch(/, by a link in a mail$/);
    expect(body[1]?.what).not.toMatch(/^Deleted.*, by a link in a mail$/);
  });

  test('a changed text is shown and confirmed again, a decided comment is left alone', async () => {
    const { comment, approve, spam } = await mailed('The text of the mail.');
    const version = versionIn((await site.visitor().get(approve)).text);
    await site.admin.put(`/webapi/api/posts/comment/${comment.id}`, { comment_text: 'Another text.' });
    const asked = await send(approve, version);
    expect(asked.text).toContain('The text was changed a moment ago');
    expect(asked.text).toContain('Another text.');
    expect(await stateOf(comment)).toBe(0);
    const opened = (await site.visitor().get(approve)).text;
    expect(opened).toContain('The text was changed after the mail was sent.');
    await site.admin.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: true });
    expect((await send(spam, versionIn(opened))).text).toContain('This comment was approved meanwhile.');
    expect(await stateOf(comment)).toBe(1);
    await site.admin.delete(`/webapi/api/posts/comment/${comment.id}`);
    const gone = mainOf((await send(approve, versionIn(opened))).text);
    expect(gone).toContain('This comment was deleted meanwhile.');
    expect(gone).not.toContain('<button');
  });

  test('a used link is in no list of unknown paths', async () => {
    const unknown = `/mail/moderate/approve-${'a'.repeat(43)}`;
    expect((await site.visitor().get(unknown)).status).toBe(410);
    expect((await site.visitor().get('/mail/moderate/approve-short')).status).toBe(410);
    await site.restart();
    const rows = await site.blog.db.selectFrom('unknown_paths').select('path').execute();
    expect(rows.filter(({ path }) => path.startsWith('/mail'))).toEqual([]);
  });
});

test('a site without mail has no such page', async () => {
  const site = await apiSite('sqlite');
  try {
    const path = `/mail/moderate/approve-${'a'.repeat(43)}`;
    const { status, text } = await site.visitor().get(path);
    expect(status).toBe(404);
    expect(text).not.toContain('mail');
    expect((await site.visitor().post(path, new URLSearchParams(), { token: false })).status).toBe(404);
  } finally {
    await site.dispose();
  }
});
