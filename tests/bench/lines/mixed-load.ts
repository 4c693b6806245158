import { setTimeout as sleep } from 'node:timers/promises';
import type { Voted } from '../../../src/core/posts/votes/api.ts';
import { bareName } from '../baselines/bare.ts';
import { atMost, type BenchRun, type Measurement } from '../bench-run.ts';
import { type BlogSite, ownerOf, type Session, visitorOf } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';
import { nextIpAddress } from './calls.ts';

const pages = mixed([
  '/',
  ...Array.from({ length: 39 }, (_, index) => `/tag/tag${index}`),
  ...Array.from({ length: 160 }, (_, index) => index + 1)
    .filter((number) => number % 50 !== 0)
    .map((number) => `/post/seeded-post-${number}`),
]);

/** In an order unrelated to that of the writes: in steps that have no factor in common with the number of pages. */
function mixed(inOrder: readonly string[]): string[] {
  return inOrder.map((_, index) => inOrder[(index * 71) % inOrder.length] as string);
}

/**
 * Reads of some 200 pages, alone and then during votes, comments and new posts; a reader checks each write. Once at full
 * load and once at a fixed rate.
 */
export const mixedLoad: Measurement = async (run) => {
  const writers = new Writers(run, await ownerOf(run.many), await visitorOf(run.many));
  const seconds = run.quick ? 4 : 20;
  const reads = (pace: { connections: number; perSecond?: number }) =>
    run.load({
      port: run.many.port,
      requests: pages.map((page) => rawRequest('GET', page, { 'accept-encoding': 'br' })),
      seconds,
      ...pace,
    });
  let failures = 0;
  const aloneAndBeside = async (pace: Parameters<typeof reads>[0]) => {
    await reads(pace);
    const alone = await reads(pace);
    const [beside] = await Promise.all([reads(pace), writers.work(seconds)]);
    for (const { errors, answers, statuses } of [alone, beside])
      failures += errors + answers - (statuses[200] ?? 0);
    return { alone: alone.p99, beside: beside.p99, ratio: beside.p99 / alone.p99 };
  };

  const full = await aloneAndBeside({ connections: 32 });
  const slow = { connections: 8, perSecond: 400 };
  const paced = await aloneAndBeside(slow);
  const ofMachine = await bareP99(run, slow, seconds);
  for (const error of [...new Set(writers.errors)].slice(0, 5)) console.error(`mixed load: ${error}`);
  const errors = failures + writers.errors.length;
  return {
    lines: [],
    figures: [
      { name: 'reads alone, p99', value: full.alone, unit: 'ms' },
      { name: 'reads during writes, p99', value: full.beside, unit: 'ms' },
      {
        name: 'reads during writes, p99 relative to alone',
        value: full.ratio,
        unit: 'times',
        wanted: atMost('', full.ratio, 3),
      },
      // What is slow there is slow because of the machine.
      { name: '400 reads per second of bare node:http, p99', value: ofMachine, unit: 'ms' },
      { name: '400 reads per second alone, p99', value: paced.alone, unit: 'ms' },
      {
        name: '400 reads per second during writes, p99',
        value: paced.beside,
        unit: 'ms',
        wanted: atMost('', paced.beside, 10),
      },
      {
        name: '400 reads per second during writes, p99 relative to alone',
        value: paced.ratio,
        unit: 'times',
        wanted: atMost('', paced.ratio, 3),
      },
      { name: 'writes during reads', value: writers.done, unit: '' },
      { name: 'errors in the mixed load', value: errors, unit: '', wanted: atMost('', errors, 0) },
      {
        name: 'stale responses after an acknowledged write',
        value: writers.stale,
        unit: '',
        wanted: atMost('', writers.stale, 0),
      },
    ],
  };
};

/** About a page. */
const fixedBytes = 5_000;

/** What the machine allows. */
async function bareP99(
  run: BenchRun,
  pace: { connections: number; perSecond: number },
  seconds: number,
): Promise<number> {
  const bare = run.baselines.find(({ name }) => name === bareName);
  if (!bare) throw new Error('There is no bare server.');
  const body = Buffer.alloc(fixedBytes);
  const headers = ['content-length', String(fixedBytes)];
  const { path } = await bare.serve({ status: 200, headers, body: body.toString('base64') });
  const { p99 } = await run.load({
    port: bare.port,
    requests: [rawRequest('GET', path)],
    seconds,
    ...pace,
  });
  return p99;
}

class Writers {
  readonly #site: BlogSite;
  readonly #owner: Session;
  readonly #visitor: Session;
  readonly errors: string[] = [];
  done = 0;
  stale = 0;

  constructor(run: BenchRun, owner: Session, visitor: Session) {
    this.#site = run.many;
    this.#owner = owner;
    this.#visitor = visitor;
  }

  async work(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    await Promise.all([
      this.#every(1000 / 20, end, (number) => this.#vote(number)),
      this.#every(1000 / 5, end, (number) => this.#comment(number)),
      this.#every(5000, end, (number) => this.#publish(number)),
    ]);
  }

  /** Starts one act per interval, without waiting for the response to the one before. */
  async #every(ms: number, end: number, act: (number: number) => Promise<void>): Promise<void> {
    const acts: Promise<void>[] = [];
    for (let number = 0; performance.now() < end; number++) {
      const started = performance.now();
      acts.push(
        act(number).then(
          () => void this.done++,
          (error) => void this.errors.push(String(error)),
        ),
      );
      await sleep(Math.max(0, ms - (performance.now() - started)));
    }
    await Promise.all(acts);
  }

  /** The API's count is current at once; pages may combine many votes and show them once a second. */
  async #vote(number: number): Promise<void> {
    const postId = (number % 10) + 60;
    const voted = await this.#send<Voted>(this.#visitor, `/webapi/api/vote/${postId}`, {
      voteVal: 1,
      postId,
    });
    const seen = JSON.parse(await this.#read(`/webapi/api/vote/${postId}`)) as { vote_count: number };
    if (seen.vote_count < voted.vote_count) this.stale++;
  }

  /** The owner's comments are visible at once. */
  async #comment(number: number): Promise<void> {
    const postId = (number % 20) + 71;
    const text = `Remark ${number} at ${Date.now()}`;
    await this.#send(this.#owner, `/webapi/api/posts/comment/${postId}`, { comment_text: text });
    if (!(await this.#read(`/post/seeded-post-${postId}`)).includes(text)) this.stale++;
  }

  async #publish(number: number): Promise<void> {
    const title = `Fresh from the press ${number} at ${Date.now()}`;
    const post = await this.#send<{ post_title_web: string }>(this.#owner, '/webapi/api/posts', {
      post_title: title,
      post_content: '<p>News.</p>',
      active: true,
    });
    for (const path of ['/', `/post/${post.post_title_web}`])
      if (!(await this.#read(path)).includes(title)) this.stale++;
  }

  async #send<Body>({ cookie, token }: Session, path: string, body: object): Promise<Body> {
    const answer = await fetch(this.#site.url + path, {
      method: 'POST',
      headers: {
        cookie,
        origin: this.#site.url,
        'x-xsrf-token': token,
        'x-forwarded-for': nextIpAddress(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  async #read(path: string): Promise<string> {
    const answer = await fetch(this.#site.url + path);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
    return answer.text();
  }
}
