/**
 * 10,000 webmentions within about 20 seconds, on the built server with its page cache: how long readers wait meanwhile (p99 at
 * most twice that of the same readers before and after), how much memory the processes take (at most 300 MB each), and how many
 * webmentions wait at most. Everything is on loopback. `npm run build` first.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from '../support/client.ts';
import { quantile } from '../support/flood.ts';
import { otherSite } from '../support/other-site.ts';
import { startServer } from '../support/server.ts';
import { childrenOf, memoryMegabytes } from './process-cost.ts';

const { values } = parseArgs({
  options: { mentions: { type: 'string', default: '10000' }, databaseUrl: { type: 'string', default: '' } },
});
const mentions = Number(values.mentions);
const perSecond = 500;
const readers = 4;
const posts = 10;
const allowed = { ratio: 2, megabytes: 300 };

const other = await otherSite();
const server = await startServer({
  env: { TRUST_PROXY: '1', OUTGOING_STRANGERS: '127.0.0.0/8', DATABASE_URL: values.databaseUrl },
});
/** Readers must not wait for a connection of the flood. */
const agents = {
  GET: new Agent({ keepAlive: true }),
  POST: new Agent({ keepAlive: true, maxSockets: 50 }),
};
const admin = new Client(server.url.replace('localhost', '127.0.0.1'));
await admin.login();
await admin.put('/webapi/api/admin/site', { webmention: true });
const paths: string[] = [];
for (let number = 0; number < posts; number++) {
  const post = { post_title: `Post ${number}`, post_content: '<p>Text</p>'.repeat(100), active: true };
  const { body } = await admin.post<{ post_title_web: string }>('/webapi/api/posts', post);
  paths.push(`/post/${body.post_title_web}`);
}

function ask(
  method: keyof typeof agents,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, admin.baseUrl),
      { agent: agents[method], method, headers },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads pages, each reader with a short pause after each, until told to stop; returns how long each response took. */
async function read(until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const reader = async (offset: number) => {
    for (let number = offset; !isOver; number++) {
      const began = performance.now();
      const status = await ask('GET', paths[number % posts] ?? '/', { 'accept-encoding': 'br' });
      if (status !== 200) throw new Error(`A reader got status ${status}.`);
      times.push(performance.now() - began);
      await wait(5);
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, index) => reader(index)));
  return times;
}

const statuses: Record<number, number> = {};
let mostMegabytes = 0;
async function mention(number: number): Promise<void> {
  // A host of each 50 exists; the others refuse connections.
  const source =
    number % 50 === 0
      ? `${other.url}/${number}`
      : `http://127.1.${(number >> 8) & 255}.${number & 255}:9/${number}`;
  const target = server.url + (paths[number % posts] ?? '');
  other.pages.set(`/${number}`, `<p class="h-entry"><a class="u-like-of" href="${target}">x</a>`);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  };
  const status = await ask('POST', '/webmention', headers, String(new URLSearchParams({ source, target })));
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function flood(): Promise<void> {
  const began = performance.now();
  const sending: Promise<void>[] = [];
  for (let number = 0; number < mentions; number++) {
    sending.push(mention(number));
    const early = (number / perSecond) * 1000 - (performance.now() - began);
    if (number % 50 === 0)
      for (const pid of [server.pid, ...childrenOf(server.pid)])
        mostMegabytes = Math.max(mostMegabytes, memoryMegabytes(pid));
    if (early > 1) await wait(early);
  }
  await Promise.all(sending);
}

const p99 = (times: readonly number[]): number => quantile(times, 0.99);
try {
  await read(wait(3_000));
  const before = await read(wait(6_000));
  const during = await read(flood());
  const after = await read(wait(6_000));
  const calm = p99([...before, ...after]);
  const ratio = p99(during) / calm;
  if (ratio > allowed.ratio || mostMegabytes > allowed.megabytes) process.exitCode = 1;
  console.log(
    `${mentions} webmentions: answered ${JSON.stringify(statuses)}; p99 of ${during.length} reads ${p99(during).toFixed(1)} ms, ` +
      `without them ${calm.toFixed(1)} ms: ${ratio.toFixed(2)} times; at most ${Math.round(mostMegabytes)} MB in a process`,
  );
} finally {
  for (const agent of Object.values(agents)) agent.destroy();
  await server.dispose();
  await other.close();
}
