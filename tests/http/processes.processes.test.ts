import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { newAddress } from '../support/api-site.ts';
import { claimLinks, claimPath, ownPassword, sendClaim } from '../support/claim.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** WEB_PROCESSES=2 on SQLite: a primary and two workers. */
const env = { WEB_PROCESSES: '2', TRUST_PROXY: '1', ADMIN_PASSWORD: '', LOG_LEVEL: 'debug' };
let server: RunningServer;
let owner: Client;
let post: Post;

beforeAll(async () => {
  server = await startServer({ env });
  owner = new Client(server.url);
  expect((await sendClaim(server.url, claimPath(server.output()))).status).toBe(303);
  await owner.login('owner', ownPassword);
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'First title',
    post_content: '<p>Words.</p>',
    active: true,
  });
  post = body;
});
afterAll(() => server?.dispose());

/** A page from the worker that takes the next connection. The first part of the request id identifies the worker. */
const page = async (path = '/') => {
  const answer = await fetch(server.url + path, { headers: { connection: 'close' } });
  const [process = ''] = (answer.headers.get('x-request-id') ?? '').split(/-(?=[^-]*$)/);
  return { process, html: await answer.text() };
};
const pages = () => Promise.all(Array.from({ length: 8 }, () => page()));
const processesSeen = async () => new Set((await pages()).map(({ process }) => process)).size;
const children = async (): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(server.pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.split('\n').filter(Boolean).map(Number);
};
const maintenanceIn = () =>
  [...server.output().matchAll(/This process runs the scheduled jobs\.","pid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

test('both workers serve, one of them runs the scheduled jobs, and one claim link is printed', async () => {
  expect(await children()).toHaveLength(2);
  await expect.poll(processesSeen).toBe(2);
  await expect.poll(maintenanceIn).toHaveLength(1);
  expect(claimLinks(server.output())).toHaveLength(1);
});

test('a change by one worker is shown by both at the next request', async () => {
  for (let round = 0; round < 5; round++) {
    await pages();
    const title = `Title ${round}`;
    await owner.put(`/webapi/api/posts/${post.id}`, { post_title: title });
    for (const { html } of await pages()) expect(html).toContain(title);
  }
});

test('a killed worker is replaced, its scheduled jobs are taken over, and no acknowledged vote is lost', async () => {
  const voters = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new Client(server.url);
      await client.get('/webapi/api/admin/auth');
      return client;
    }),
  );
  const answers: number[] = [];
  let running = true;
  const loops = voters.map(async (voter) => {
    while (running) {
      const headers = { 'X-Forwarded-For': newAddress(), connection: 'close' };
      const vote = { voteVal: 1, postId: post.id };
      const answer = voter.post(`/webapi/api/vote/${post.id}`, vote, { headers });
      answers.push(
        await answer.then(
          ({ status }) => status,
          () => 0,
        ),
      );
    }
  });
  const count = () => answers.filter((status) => status === 200).length;
  await expect.poll(count).toBeGreaterThan(20);
  const victim = maintenanceIn().at(-1) ?? 0;
  process.kill(victim, 'SIGKILL');
  await expect.poll(async () => (await children()).filter((pid) => pid !== victim).length).toBe(2);
  await expect.poll(processesSeen).toBe(2);
  const before = count();
  await expect.poll(count).toBeGreaterThan(before + 20);
  running = false;
  await Promise.all(loops);

  // Only requests that the killed worker was processing may have failed.
  expect([...new Set(answers)].filter((status) => status !== 0)).toEqual([200]);
  const lost = answers.filter((status) => status === 0).length;
  expect(lost).toBeLessThanOrEqual(2 * voters.length);
  const { body } = await owner.get<{ vote_count: number }>(`/webapi/api/vote/${post.id}`);
  expect(body.vote_count).toBeGreaterThanOrEqual(count());
  expect(body.vote_count).toBeLessThanOrEqual(count() + lost);
  expect(maintenanceIn().at(-1)).not.toBe(victim);
});

test('another start on the same port fails, although workers share one', async () => {
  const { port } = new URL(server.url);
  await expect(startServer({ env: { ...env, PORT: port } })).rejects.toThrow(`Port ${port} is in use.`);
});

test('SIGTERM stops all processes after finishing the requests in progress', async () => {
  const group = await children();
  const requests = Array.from({ length: 10 }, () => page());
  await Promise.race(requests);
  // Service managers send the signal to every process.
  for (const pid of group) process.kill(pid, 'SIGTERM');
  expect(await server.stop()).toBe(0);
  for (const { html } of await Promise.all(requests)) expect(html).toContain('</html>');
  for (const pid of group) expect(() => process.kill(pid, 0)).toThrow();
});
