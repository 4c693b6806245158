import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { seededPlace } from '../../../tools/seed.ts';
import { blogTarget, inTurns, type Line, lineOf, type Measurement } from '../bench-run.ts';
import { type BlogSite, ownerOf, type Person, visitorOf } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';

/** Calls that read: each round asks for the same. */
const reading: [string, (owner: Person) => string[]][] = [
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
    lines.push(lineOf(name, await inTurns(run, targets, { connections: 8, status: 200 })));
  }
  return { lines, figures: [] };
};

const postsWritten = 40;
let addresses = 0;

/** Another person for each write: limits and votes count by address. */
export const nextAddress = (): string => {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

export function writeRequest({ cookie, token }: Person, site: BlogSite, url: string, body: object): string {
  return rawRequest(
    'POST',
    url,
    {
      cookie,
      origin: site.url,
      'x-xsrf-token': token,
      'x-forwarded-for': nextAddress(),
      'content-type': 'application/json',
    },
    JSON.stringify(body),
  );
}

const writing: [string, (person: Person, site: BlogSite, number: number) => string][] = [
  [
    'vote',
    (person, site, number) => {
      const postId = (number % postsWritten) + 1;
      return writeRequest(person, site, `/webapi/api/vote/${postId}`, { voteVal: 1, postId });
    },
  ],
  [
    'comment',
    (person, site, number) =>
      writeRequest(person, site, `/webapi/api/posts/comment/${(number % postsWritten) + 1}`, {
        comment_text: `Comment number ${number} of somebody who was here.`,
      }),
  ],
];

/** A site takes so many comments an hour before it looks closer: each round begins a new hour. */
const commentsAnHour = 180;

function beginHour(dataDir: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'blog.sqlite'), { timeout: 5000 });
  database.exec("delete from attempts where kind = 'comment'");
  database.close();
}

export const writingCalls: Measurement = async (run) => {
  const [few, many] = [await visitorOf(run.few), await visitorOf(run.many)];
  const lines: Line[] = [];
  for (const [name, request] of writing) {
    const count = run.quick ? 60 : name === 'comment' ? commentsAnHour : 400;
    const fresh = (person: Person, site: BlogSite, dataDir: string) => (round: number) => {
      beginHour(dataDir);
      return Array.from({ length: count }, (_, index) => request(person, site, round * count + index));
    };
    const targets = [
      blogTarget('few', run.few, fresh(few, run.few, run.folders.few)),
      blogTarget('many', run.many, fresh(many, run.many, run.folders.many)),
    ];
    const options = { connections: 4, status: name === 'comment' ? 201 : 200, count, seconds: 60 };
    lines.push(lineOf(name, await inTurns(run, targets, options)));
  }
  return { lines, figures: [] };
};
