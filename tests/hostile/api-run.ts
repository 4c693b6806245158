import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApi } from '../../src/platform/http/api/openapi.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { isFullSize, report, size } from '../support/size.ts';
import {
  type Answered,
  Caller,
  type Ids,
  invalid,
  type Operation,
  operationsOf,
  type Sent,
  undocumented,
  valid,
} from './api-calls.ts';

/**
 * Requests per operation. PostgreSQL gets a tenth, because only the SQL differs and the full number on both databases
 * would take more than ten minutes on two cores.
 */
const counts: Record<DatabaseKind, { valid: number; invalid: number }> = {
  sqlite: { valid: size(2, 500), invalid: size(6, 2_000) },
  postgres: { valid: size(1, 50), invalid: size(3, 200) },
};
const atOnce = 4;
const slowMs = 1_000;
/** Answers when the whole site is in a backup on the disk: no generated input makes that longer. */
const longWork = ['POST /api/admin/backups'];
const attemptsAlone = 5;
const seed = 20_261_115;

/** Sends requests to one part of all operations; the parts run in parallel. */
export function sendToCalls(kind: DatabaseKind, part: number, parts: number): void {
  describe(`requests generated from the OpenAPI document (${kind}, part ${part} of ${parts})`, () =>
    define(kind, part, parts));
}

function define(kind: DatabaseKind, part: number, parts: number): void {
  let site: ApiSite;
  let caller: Caller;
  let operations: Operation[];
  let ids: Ids;
  let image: Buffer;

  beforeAll(async () => {
    site = await apiSite(kind, { SMTP_URL: 'smtp://127.0.0.1:1' });
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    caller = new Caller(site.url, {
      admin: () => site.admin.cookies,
      visitor: () => visitor.cookies,
      anonymous: () => new Map(),
    });
    const document = (await visitor.get<OpenApi>('/webapi/openapi.json')).body;
    operations = operationsOf(document).filter((_, index) => index % parts === part - 1);
    image = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#345678' } })
      .png()
      .toBuffer();
    ids = await createContent(site, image);
  });
  afterAll(async () => {
    caller.close();
    await site.dispose();
  });

  test('cause no server error, no undocumented response and no slow response', {
    timeout: isFullSize ? 1_500_000 : 120_000,
  }, async () => {
    const began = performance.now();
    const total = { requests: 0, good: 0, late: 0 };
    const problems: string[] = [];
    for (const operation of operations) {
      const options = { seed, numRuns: counts[kind].valid };
      const requests = [
        ...fc.sample(valid(operation, ids, image), options),
        ...fc.sample(invalid(operation, ids, image), { seed, numRuns: counts[kind].invalid }),
      ].map((sent) => harmless(operation, sent));
      const outcome = await send(operation, requests);
      total.requests += requests.length;
      total.good += outcome.good;
      total.late += outcome.late;
      problems.push(...outcome.problems.slice(0, 3));
      await cleanUp(site, ids, operation);
    }
    report(
      `${kind}: ${operations.length} calls, ${total.requests} requests, ${total.good} of them done, ` +
        `${total.late} over ${slowMs} ms at first, in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    expect(problems).toEqual([]);
    expect(site.errors).toEqual([]);
    expect(total.good).toBeGreaterThan(operations.length * counts[kind].valid * 0.3);
  });

  async function send(operation: Operation, requests: Sent[]) {
    const outcome = { good: 0, late: 0, problems: [] as string[] };
    const queue = requests.entries();
    const work = async () => {
      for (const [, sent] of queue) {
        const answered = await caller.call(operation.method, sent);
        if (answered.status < 400) outcome.good++;
        const wrong = allowed(operation, answered) ? [] : undocumented(operation, answered);
        if (wrong.length > 0) outcome.problems.push(describeProblem(operation, sent, answered, wrong));
        if (answered.ms > slowMs && !longWork.includes(operation.name)) late.push(sent);
      }
    };
    const late: Sent[] = [];
    await Promise.all(Array.from({ length: atOnce }, work));
    // A busy machine is slow now and then, so only a request that is slow each time on its own counts.
    for (const sent of late) {
      outcome.late++;
      let alone = await caller.call(operation.method, sent);
      for (let attempts = 1; alone.ms > slowMs && attempts < attemptsAlone; attempts++)
        alone = await caller.call(operation.method, sent);
      if (alone.ms > slowMs) outcome.problems.push(describeProblem(operation, sent, alone, ['it is slow']));
    }
    return outcome;
  }
}

/** Sharing responds with 503 because no network is configured. */
const allowed = ({ path }: Operation, { status, text }: Answered): boolean =>
  status === 503 && path.includes('/twitterImage') && text.includes('"unavailable"');

const describeProblem = (operation: Operation, sent: Sent, { status, ms, text }: Answered, wrong: string[]) =>
  `${operation.name}: ${wrong.slice(0, 3).join(', ')} (${status}, ${Math.round(ms)} ms) ` +
  `${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 200)} → ${text.slice(0, 200)}`;

/** Keeps the administrator of these tests signed in: the first user is not changed, and only visitors sign out. */
function harmless({ path, method }: Operation, sent: Sent): Sent {
  if (path === '/api/admin/auth') return { ...sent, as: sent.as === 'admin' ? 'visitor' : sent.as };
  if (path.startsWith('/api/admin/users/') && method !== 'GET')
    return { ...sent, path: sent.path.replace(/\/users\/(1|%201|%2B1|01)(?=$|\?)/, '/users/2') };
  return sent;
}

/** Creates some content of every kind. */
async function createContent(site: ApiSite, image: Buffer): Promise<Ids> {
  const posts = [];
  for (let number = 0; number < 3; number++)
    posts.push((await site.createPost({ post_title: `Post ${number}` })).id);
  const [first = 0] = posts;
  const made = async (path: string, body?: unknown) =>
    (await site.admin.post<{ id: number }>(`/webapi${path}`, body)).body.id;
  const comment = await made(`/api/posts/comment/${first}`, { comment_text: 'Hello there' });
  const tag = await made(`/api/tag/${first}/sea`);
  const category = await made('/api/admin/cat', { category_path: 'travel' });
  await site.admin.post('/webapi/api/admin/users', {
    username: 'second',
    password: 'a rather long sentence 7',
  });
  await site.admin.put(`/webapi/api/posts/${first}`, { post_content: '<p>Changed</p>' });
  const form = new FormData();
  form.set('post_id', String(first));
  form.append('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'a.png');
  const { body: images } = await site.admin.post<{ id: number }[]>('/webapi/image', form);
  return {
    id: [...posts, tag],
    postId: posts,
    commentId: [comment],
    catId: [category],
    imageId: images.map(({ id }) => id),
    title: ['post-0', 'post-1'],
    post: posts,
    category: ['travel', '!null'],
    tag: ['sea', '!null'],
  };
}

/** Restores the content, so that one operation does not slow down the next or leave it without data. */
async function cleanUp(site: ApiSite, ids: Ids, { method, path }: Operation): Promise<void> {
  if (method === 'GET') return;
  const { db } = site.blog;
  const stored = (ids.postId ?? []).map(Number);
  const extra = await db.selectFrom('posts').select('id').where('id', 'not in', stored).execute();
  for (const { id } of extra.slice(0, 3_000)) await site.admin.delete(`/webapi/api/posts/${id}`);
  if (path.startsWith('/api/posts/comment')) await db.deleteFrom('comments').where('id', '>', 20).execute();
}
