import { topics } from '../../../tools/seed.ts';
import { atLeast, blogTarget, inTurns, type Line, lineOf, type Measurement } from '../bench-run.ts';
import { startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';

const posts = Array.from({ length: 40 }, (_, index) => `/post/seeded-post-${index + 1}`);
/** Lists that are full however few posts there are; a tag of a small blog has fewer cards, which would cost less. */
const lists = ['/', ...topics.map((topic) => `/filter/${topic}`)];

const cases = [
  { name: 'uncached post page, plain', pages: posts, encoding: 'identity', wanted: 1200 },
  { name: 'uncached post page, brotli', pages: posts, encoding: 'br', wanted: 0 },
  { name: 'uncached list page, plain', pages: lists, encoding: 'identity', wanted: 1100 },
  { name: 'uncached list page, brotli', pages: lists, encoding: 'br', wanted: 0 },
];

/** Pages that are made for each request, on servers that keep none. */
export const uncachedPages: Measurement = async (run) => {
  const withoutCache = { PAGE_CACHE_MB: '0' };
  const few = await startBlog(run.folders.few, run.few.posts, withoutCache);
  const many = await startBlog(run.folders.many, run.many.posts, withoutCache);
  try {
    const lines: Line[] = [];
    // Code that makes pages becomes fast only after a few thousand of them; a server that runs for days has made more.
    const all = [...posts, ...lists].map((page) => rawRequest('GET', page));
    for (const { port } of [few, many])
      await run.load({ port, requests: all, connections: 8, seconds: run.quick ? 2 : 12 });
    for (const { name, pages, encoding, wanted } of cases) {
      const requests = pages.map((page) => rawRequest('GET', page, { 'accept-encoding': encoding }));
      const targets = [blogTarget('few', few, () => requests), blogTarget('many', many, () => requests)];
      const rates = await inTurns(run, targets, {
        connections: 8,
        status: 200,
        seconds: run.secondsARound * 2,
      });
      lines.push(
        lineOf(name, rates, (line) => (wanted > 0 ? [atLeast('pages a CPU second', line.many, wanted)] : [])),
      );
    }
    return { lines, figures: [] };
  } finally {
    await few.stop();
    await many.stop();
  }
};
