import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { startWithJobsHere } from '../support/jobs-here.ts';
import { findOnPath } from '../support/machine.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { testWith } from '../support/test-with.ts';

/*
 * Varnish caches pages until they are purged. It needs the packages varnish and varnish-modules (xkey); docs/operations.md has the
 * same rules.
 */
const varnishd = findOnPath('varnishd') ?? '';
const missing = [...(varnishd ? [] : ['varnishd']), ...(hasXkey() ? [] : ['varnish-modules'])];
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

function hasXkey(): boolean {
  if (!varnishd) return false;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'not-terrible-vcl-')), 'xkey.vcl');
  writeFileSync(file, 'vcl 4.1; import xkey; backend default none;');
  const { status } = spawnSync(varnishd, ['-j', 'none', '-C', '-f', file], { stdio: 'ignore' });
  rmSync(path.dirname(file), { recursive: true });
  return status === 0;
}

beforeAll(async () => {
  if (missing.length > 0) return;
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

const changes = 1_000;
/** Readers see a page that is no older. */
const allowedMs = 2_000;

testWith(missing)(
  'Varnish sends pages from its cache, and after random changes never an outdated or a private one',
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
    await vi.waitFor(async () => expect((await read('/archive')).hits).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    expect(
      (await fetch(`${cached}/purge`, { method: 'POST', headers: { 'surrogate-key': 'site' } })).status,
    ).toBe(403);

    /** What the site had at a path, and since when at the latest. */
    const history = new Map(paths.map((at) => [at, [] as { text: string; since: number }[]]));
    const recordPages = async (since: number) => {
      for (const at of paths) {
        const answer = await fetch(site.url + at);
        const text = fingerprint(answer.status, await answer.text());
        if (history.get(at)?.at(-1)?.text !== text) history.get(at)?.push({ text, since });
      }
    };
    const seen: { at: string; text: string; asked: number }[] = [];
    const privatePages: string[] = [];
    let hits = 0;
    let isOver = false;
    const reader = async (offset: number) => {
      for (let number = offset; !isOver; number++) {
        const at = paths[number % paths.length] ?? '/';
        const asked = performance.now();
        const page = await read(at);
        if (page.hits > 0) hits++;
        if (page.text.includes('Words of Private')) privatePages.push(at);
        seen.push({ at, text: fingerprint(page.status, page.text), asked });
        await wait(10);
      }
    };
    await recordPages(0);
    const readers = [0, 2, 4].map(reader);
    const random = seeded(46);
    for (let step = 0; step < changes; step++) {
      const post = posts[Math.floor(random() * posts.length)];
      const change = [
        () => owner.put(`/webapi/api/posts/${post?.id}`, { post_content: `<p>Step ${step}.</p>` }),
        () => owner.put(`/webapi/api/posts/${post?.id}`, { post_title: `Title ${step}` }),
        () => owner.put(`/webapi/api/posts/${post?.id}`, { active: random() < 0.6 }),
        () => owner.put(`/webapi/api/posts/${post?.id}`, { tags: [`tag${step % 5}`] }),
        () => owner.put('/webapi/api/admin/site', { tagline: `Tagline ${step}` }),
        () =>
          owner.put(`/webapi/api/posts/${draft.id}`, { post_content: `<p>Words of Private. ${step}</p>` }),
      ][Math.floor(random() * 6)];
      const answer = await change?.();
      const since = performance.now();
      expect(answer?.status).toBe(200);
      await recordPages(since);
    }
    isOver = true;
    await Promise.all(readers);

    const ages = seen.map(({ at, text, asked }) => {
      const versions = history.get(at) ?? [];
      const outdatedFor = versions.flatMap((version, index) =>
        version.text === text ? [Math.max(0, asked - (versions[index + 1]?.since ?? asked))] : [],
      );
      // What no version has is a page that the site never had.
      return Math.min(...outdatedFor);
    });
    expect(privatePages).toEqual([]);
    expect(hits).toBeGreaterThan(changes / 4);
    expect(Math.max(...ages)).toBeLessThanOrEqual(allowedMs);
  },
  1_200_000,
);

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Related posts are drawn by lot for each rendering. */
const fingerprint = (status: number, html: string): string =>
  hash('sha256', `${status} ${html.replace(/<aside class="related[\s\S]*?<\/aside>/, '')}`);
