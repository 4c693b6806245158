import { posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { appUrls, mcpMetadata } from '../../src/features/apps/urls.ts';
import { fediverseUrls } from '../../src/features/fediverse/urls.ts';
import { channels, jobKinds } from '../../src/modules/jobs.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { kindsIn } from '../../src/platform/jobs/kinds.ts';
import { Client } from '../support/client.ts';
import { type LoadedModules, packagesOnlyFor, recordModules } from '../support/loaded-modules.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/*
 * Webmention, fediverse, WebSub, replies from social networks, and what apps use are off by default. Then they cost nothing: no module, no second
 * process, no job, and their URLs do not exist.
 */

/** The driver of PostgreSQL, too, which a site with SQLite does not need. */
const packages = packagesOnlyFor(['microformats-parser', '@modelcontextprotocol/server', 'pg']);
/** What jobs that talk to other servers and channels to them are loaded from. */
const lazy = [
  ...Object.values(kindsIn(jobKinds, 'network')).map(({ load }) => sourceOf(load, 'src/modules')),
  ...channels.map(({ load }) => sourceOf(load, 'src/modules')),
];
function sourceOf(load: () => unknown, folder: string): string {
  const [, path] = /["'`]([^"'`]+\.ts)["'`]/.exec(String(load)) ?? [];
  return posix.join(path?.startsWith('/') ? '' : folder, path ?? '').replace(/^.*?(?=src\/)/, '');
}
const isOptional = (module: string): boolean =>
  [...packages].some((folder) => module.startsWith(`${folder}/`)) ||
  module.startsWith('src/features/fediverse/signing/') ||
  /^src\/features\/apps\/(tokens|oauth|micropub|mcp)\//.test(module) ||
  lazy.includes(module);

let recorded: LoadedModules;
let server: RunningServer;
let owner: Client;
const optionalModules = () =>
  [...recorded.processes().values()].flatMap(({ modules }) => [...modules].filter(isOptional));

beforeAll(async () => {
  recorded = await recordModules();
  server = await startServer({ env: { ...recorded.env, OUTGOING_STRANGERS: '127.0.0.1' } });
  owner = new Client(server.url);
  await owner.login();
});
afterAll(async () => {
  await server?.dispose();
  await recorded?.dispose();
});

const publish = async (post_title: string): Promise<Post> => {
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title,
    post_content: '<p>With <a href="https://example.org/">a link</a>.</p>',
    active: true,
  });
  return body;
};

test('its URLs do not exist, and no page names them', async () => {
  const post = await publish('A post');
  const paths = [
    ...Object.values(fediverseUrls).map((url) => (typeof url === 'function' ? url(post.id) : url)),
    `${fediverseUrls.webFinger}?resource=acct:blog@localhost`,
    '/webmention',
    ...Object.values(appUrls),
    mcpMetadata,
  ].filter((path) => path !== fediverseUrls.base && !path.endsWith('/'));
  const ask = async (path: string, init: RequestInit) =>
    (await fetch(server.url + path, { redirect: 'manual', ...init })).status;
  for (const path of paths)
    for (const init of [
      {},
      { headers: { accept: 'application/activity+json' } },
      {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/activity+json', signature: 'x' },
      },
      { method: 'POST', body: new URLSearchParams({ source: 'https://example.org/', target: server.url }) },
    ])
      expect([404, await ask('/unknown', init)], `${init.method ?? 'GET'} ${path}`).toContain(
        await ask(path, init),
      );

  for (const path of ['/', `/post/${post.post_title_web}`, '/feed.xml', '/feed.atom', '/feed.json']) {
    const accept = path.startsWith('/feed') ? '*/*' : 'text/html, application/activity+json;q=0.5';
    const answer = await fetch(server.url + path, { redirect: 'manual', headers: { accept } });
    if (answer.status === 404) continue;
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('link') ?? '', path).not.toMatch(/webmention|hub|activity|micropub/);
    expect(await answer.text(), path).not.toMatch(/rel="(webmention|hub)"|activity\+json|"hubs"/);
  }
});

test('nothing of it is loaded, no job is added and no process started', async () => {
  expect(lazy).toContain('src/core/posts/channels/announce.ts');
  expect(lazy).toContain('src/features/fediverse/channel.ts');
  const post = await publish('Another post');
  await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'A changed post' });
  const comment = { comment_text: 'A comment on it' };
  expect((await owner.post(`/webapi/api/posts/comment/${post.id}`, comment)).status).toBe(201);
  await owner.put(`/webapi/api/posts/status/${post.id}/0`);
  await owner.delete(`/webapi/api/posts/${post.id}`);
  expect(optionalModules()).toEqual([]);
  expect([...recorded.processes().keys()]).toEqual([server.pid]);
  const { db } = openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  expect(await db.selectFrom('jobs').select('kind').execute()).toEqual([]);
  expect(await db.selectFrom('announcements').selectAll().execute()).toEqual([]);
  await db.destroy();
});

test('control: switched on, it is loaded in a second process, and not in the first', async () => {
  await owner.put('/webapi/api/admin/site', { fediverse: 'article', webmention: true });
  await publish('A post for others');
  await expect.poll(() => recorded.processes().size).toBe(2);
  await expect.poll(() => optionalModules().length).toBeGreaterThan(0);
  const [web] = [...recorded.processes()].filter(([pid]) => pid === server.pid);
  expect(
    [...(web?.[1].modules ?? [])].filter((module) => module.startsWith('src/features/fediverse/signing/')),
  ).toEqual([]);
});
