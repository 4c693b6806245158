import { type IncomingHttpHeaders, request } from 'node:http';
import {
  atLeast,
  type BenchRun,
  blogTarget,
  type Line,
  lineOf,
  type Measurement,
  measureInterleaved,
} from '../bench-run.ts';
import { rawRequest } from '../load/load.ts';

const ofBare = 0.85;
const ofNginx = 0.25;

type Case = { name: string; path: string; headers: Record<string, string>; known?: boolean };

const cases: Case[] = [
  {
    name: 'cached post page, brotli',
    path: '/post/seeded-post-5',
    headers: { 'accept-encoding': 'gzip, br' },
  },
  { name: 'cached post page, plain', path: '/post/seeded-post-5', headers: {} },
  { name: 'cached post page, 304', path: '/post/seeded-post-5', headers: {}, known: true },
  { name: 'cached list page, brotli', path: '/', headers: { 'accept-encoding': 'gzip, br' } },
  { name: 'cached list page, plain', path: '/', headers: {} },
];

/** Cached pages, compared with servers that only send the same bytes with the same headers. */
export const cachedPages: Measurement = async (run) => {
  const lines: Line[] = [];
  for (const one of cases) lines.push(await measure(run, one));
  const [page, , known] = lines;
  if (page && known) {
    const holds = known.many >= page.many;
    known.wanted = [...known.wanted, { what: 'at least as fast as the page itself', holds }];
  }
  return { lines, figures: [] };
};

async function measure(run: BenchRun, { name, path, headers, known }: Case): Promise<Line> {
  const { few, many } = run;
  for (const site of [few, many]) await ask(site.port, path, headers);
  const whole = await ask(many.port, path, headers);
  const tagged = async (port: number) => {
    const { etag } = (await ask(port, path, headers)).headers;
    return known ? { ...headers, 'if-none-match': String(etag) } : headers;
  };
  const manyHeaders = await tagged(many.port);
  const sent = known ? await ask(many.port, path, manyHeaders) : whole;
  // Asked again in each round: work in the background, such as indexing for search, can change a page.
  const targets = [few, many].map((site) =>
    blogTarget(site === few ? 'few' : 'many', site, async () => [
      rawRequest('GET', path, await tagged(site.port)),
    ]),
  );
  for (const baseline of run.baselines) {
    // nginx needs the whole file to answer with 304.
    const served = await baseline.serve(baseline.name.startsWith('nginx') ? whole.fixed : sent.fixed);
    const asked = known && served.etag ? { ...headers, 'if-none-match': served.etag } : manyHeaders;
    targets.push({
      name: baseline.name,
      port: baseline.port,
      pid: () => baseline.pid,
      requests: () => [rawRequest('GET', served.path, asked)],
    } as never);
  }
  const rates = await measureInterleaved(run, targets, { connections: 32, status: known ? 304 : 200 });
  return lineOf(name, rates, ({ against }) =>
    name === 'cached post page, brotli'
      ? Object.entries(against).map(([baseline, ratio]) =>
          atLeast(`of ${baseline}`, ratio, baseline.startsWith('nginx') ? ofNginx : ofBare),
        )
      : [],
  );
}

type Whole = {
  headers: IncomingHttpHeaders;
  fixed: { status: number; headers: string[]; body: string };
};

const ofConnection = ['date', 'connection', 'keep-alive'];

/** A response with its body as sent. */
function ask(port: number, path: string, headers: Record<string, string>): Promise<Whole> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, host: '127.0.0.1' }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const raw = response.rawHeaders;
        const kept = raw.filter((_, at) => !ofConnection.includes(raw[at - (at % 2)]?.toLowerCase() ?? ''));
        const body = Buffer.concat(parts).toString('base64');
        resolve({
          headers: response.headers,
          fixed: { status: response.statusCode ?? 0, headers: kept, body },
        });
      });
    })
      .on('error', reject)
      .end();
  });
}
