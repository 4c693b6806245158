import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { seededPlace } from '../../../tools/seed.ts';
import {
  atLeast,
  atMost,
  type BenchRun,
  blogTarget,
  type Figure,
  type Line,
  lineOf,
  type Measurement,
  measureInterleaved,
  median,
} from '../bench-run.ts';
import { type BlogSite, ownerOf, type Session, visitorOf } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';

/** Reading calls: each round sends the same requests. */
const reading: [string, (owner: Session) => string[]][] = [
  [
    'API list',
    () => [0, 5, 10, 15].map((offset) => rawRequest('GET', `/webapi/api/posts/5/${offset}/!null/!null`)),
  ],
  [
    'search',
    () =>
      [1, 2, 3, 4].map((group) =>
        rawRequest('GET', `/webapi/api/search/5/0?q=${encodeURIComponent(seededPlace(group * 10))}`),
      ),
  ],
  [
    'admin list',
    ({ cookie }) => [rawRequest('GET', '/webapi/api/admin/posts?limit=20&offset=0&brief=1', { cookie })],
  ],
];

export const readingCalls: Measurement = async (run) => {
  const [few, many] = [await ownerOf(run.few), await ownerOf(run.many)];
  const lines: Line[] = [];
  for (const [name, requests] of reading) {
    const [ofFew, ofMany] = [requests(few), requests(many)];
    const targets = [blogTarget('few', run.few, () => ofFew), blogTarget('many', run.many, () => ofMany)];
    lines.push(lineOf(name, await measureInterleaved(run, targets, { connections: 8, status: 200 })));
  }
  return { lines, figures: [] };
};

const postsWritten = 40;
let addresses = 0;

/** A new IP address for each write, because rate limits and votes count per IP address. */
export const nextIpAddress = (): string => {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

export function writeRequest({ cookie, token }: Session, site: BlogSite, url: string, body: object): string {
  return rawRequest(
    'POST',
    url,
    {
      cookie,
      origin: site.url,
      'x-xsrf-token': token,
      'x-forwarded-for': nextIpAddress(),
      'content-type': 'application/json',
    },
    JSON.stringify(body),
  );
}

const writing: [string, (session: Session, site: BlogSite, number: number) => string][] = [
  [
    'vote',
    (session, site, number) => {
      const postId = (number % postsWritten) + 1;
      return writeRequest(session, site, `/webapi/api/vote/${postId}`, { voteVal: 1, postId });
    },
  ],
  [
    'comment',
    (session, site, number) =>
      writeRequest(session, site, `/webapi/api/posts/comment/${(number % postsWritten) + 1}`, {
        comment_text: `Comment number ${number} of a visitor.`,
      }),
  ],
];

/** The site's limit of comments per hour. Clearing the recorded attempts before each round starts a new hour. */
const commentsPerHour = 180;

function beginHour(dataDir: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'blog.sqlite'), { timeout: 5000 });
  database.exec("delete from attempts where kind = 'comment'");
  database.close();
}

/** Below the limit of comments per hour for visitors who are not new. */
const commentsAtOnce = 360;

/** As many comments of different visitors as one process accepts, each of them on disk when it is acknowledged. */
async function acceptedComments(run: BenchRun, session: Session): Promise<Figure[]> {
  const [name, request] = writing[1] ?? [];
  if (!name || !request) throw new Error('There is no line for comments.');
  const rounds = run.quick ? 6 : 20;
  const requests = (round: number) => {
    beginHour(run.folders.many);
    return Array.from({ length: commentsAtOnce }, (_, index) =>
      request(session, run.many, (round + 1) * 100_000 + index),
    );
  };
  const options = { connections: 24, status: 201, count: commentsAtOnce, seconds: 60 };
  const target = blogTarget('many', run.many, requests);
  const rates = await measureInterleaved({ ...run, rounds }, [target], options);
  // The JIT is still warming up in the first half.
  const later = (rates.get('many') ?? []).slice(rounds >> 1);
  const perSecond = median(later.map((round) => round.perSecond));
  const cpuMs = 1000 / median(later.map((round) => round.perCpuSecond));
  return [
    {
      name: 'comments accepted',
      value: perSecond,
      unit: 'per second',
      wanted: atLeast('comments per second', perSecond, 500),
    },
    {
      name: 'CPU time per accepted comment',
      value: cpuMs,
      unit: 'ms',
      wanted: atMost('milliseconds', cpuMs, 2),
    },
  ];
}

export const writingCalls: Measurement = async (run) => {
  const [few, many] = [await visitorOf(run.few), await visitorOf(run.many)];
  const lines: Line[] = [];
  for (const [name, request] of writing) {
    const count = run.quick ? 60 : name === 'comment' ? commentsPerHour : 400;
    const fresh = (session: Session, site: BlogSite, dataDir: string) => (round: number) => {
      beginHour(dataDir);
      return Array.from({ length: count }, (_, index) => request(session, site, round * count + index));
    };
    const targets = [
      blogTarget('few', run.few, fresh(few, run.few, run.folders.few)),
      blogTarget('many', run.many, fresh(many, run.many, run.folders.many)),
    ];
    const options = { connections: 4, status: name === 'comment' ? 201 : 200, count, seconds: 60 };
    lines.push(lineOf(name, await measureInterleaved(run, targets, options)));
  }
  return { lines, figures: await acceptedComments(run, many) };
};
