import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { startWithJobsHere } from '../support/jobs-here.ts';
import { findOnPath } from '../support/machine.ts';
import { startSite, type TestSite } from '../support/site.ts';

/*
 * Varnish caches pages until they are purged. It needs the packages varnish and varnish-modules (xkey); docs/operations.md has the
 * same rules.
 */
const varnishd = findOnPath('varnishd');
const secret = 'Bearer a-secret-of-the-test';

let site: TestSite;
let owner: Client;
let varnish: ChildProcess;
let folder: string;
let cached: string;

const vcl = (origin: string) => `vcl 4.1;
import std;
import xkey;
backend default { .host = "127.0.0.1"; .port = "${new URL(origin).port}"; }
sub vcl_recv {
  if (req.url == "/purge") {
    if (req.http.authorization != "${secret}") { return (synth(403)); }
    set req.http.purged = xkey.purge(req.http.surrogate-key);
    return (synth(200));
  }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.http.cookie ~ "(session|commented)=") { return (pass); }
  unset req.http.cookie;
}
sub vcl_backend_response {
  if (beresp.http.surrogate-control && !beresp.http.set-cookie) {
    set beresp.http.xkey = beresp.http.surrogate-key;
    set beresp.ttl = std.duration(regsub(beresp.http.surrogate-control, "^max-age=([0-9]+).*", "\\1s"), 0s);
    set beresp.grace = 10s;
  } else {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
}
sub vcl_deliver { set resp.http.x-hits = obj.hits; }
`;

beforeAll(async () => {
  if (!varnishd) return;
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-varnish-'));
  const port = await freePort();
  cached = `http://127.0.0.1:${port}`;
  site = await startSite({
    start: startWithJobsHere,
    env: { PURGE_URL: `${cached}/purge`, PURGE_HEADER: `Authorization: ${secret}` },
  });
  owner = new Client(site.url);
  await owner.login();
  await writeFile(path.join(folder, 'site.vcl'), vcl(site.url));
  const options = [
    '-F',
    '-n',
    path.join(folder, 'work'),
    '-f',
    path.join(folder, 'site.vcl'),
    '-s',
    'malloc,32m',
  ];
  varnish = spawn(varnishd, [...options, '-a', `127.0.0.1:${port}`, '-j', 'none'], { stdio: 'inherit' });
  await vi.waitFor(async () => expect((await fetch(cached)).status).toBe(200), {
    timeout: 30_000,
    interval: 200,
  });
});
afterAll(async () => {
  if (varnish?.kill('SIGTERM')) await once(varnish, 'exit');
  await site?.dispose();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const read = async (at: string) => {
  const response = await fetch(cached + at);
  return {
    text: await response.text(),
    hits: Number(response.headers.get('x-hits')),
    status: response.status,
  };
};

test.skipIf(!varnishd)(
  'Varnish sends pages from its cache, and never an outdated or a private one',
  async () => {
    const add = async (title: string, active = true) =>
      (
        await owner.post<Post>('/webapi/api/posts', {
          post_title: title,
          post_content: `<p>Words of ${title}.</p>`,
          active,
        })
      ).body;
    const posts = [await add('One'), await add('Two'), await add('Three')];
    const draft = await add('Private', false);
    const paths = [
      '/',
      '/archive',
      '/feed.xml',
      ...posts.map(({ post_title_web }) => `/post/${post_title_web}`),
    ];
    const upToDate = async () => {
      for (const at of paths) {
        const origin = await fetch(site.url + at);
        const { text, status } = await read(at);
        expect([at, status]).toEqual([at, origin.status]);
        expect(normalized(text)).toBe(normalized(await origin.text()));
        expect(text).not.toContain('Words of Private.');
      }
    };
    await vi.waitFor(upToDate, { timeout: 10_000 });
    await vi.waitFor(async () => expect((await read('/archive')).hits).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    expect(
      (await fetch(`${cached}/purge`, { method: 'POST', headers: { 'surrogate-key': 'site' } })).status,
    ).toBe(403);
    for (let step = 0; step < 40; step++) {
      const post = posts[step % posts.length];
      const changes = [
        () => owner.put(`/webapi/api/posts/${post?.id}`, { post_content: `<p>Step ${step}.</p>` }),
        () => owner.put(`/webapi/api/posts/${post?.id}`, { post_title: `Title ${step}` }),
        () => owner.put(`/webapi/api/posts/${post?.id}`, { active: step % 2 === 0 }),
        () => owner.put('/webapi/api/admin/site', { tagline: `Tagline ${step}` }),
        () =>
          owner.put(`/webapi/api/posts/${draft.id}`, { post_content: `<p>Words of Private. ${step}</p>` }),
      ];
      for (const at of paths) await read(at);
      await changes[(step * 7) % changes.length]?.();
      await vi.waitFor(upToDate, { timeout: 10_000, interval: 50 });
    }
  },
  180_000,
);

/** Related posts are drawn by lot for each rendering. */
const normalized = (html: string): string => html.replace(/<aside class="related[\s\S]*?<\/aside>/, '');
