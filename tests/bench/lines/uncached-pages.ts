import { topics } from '../../../tools/seed.ts';
import {
  atLeast,
  blogTarget,
  type Line,
  lineOf,
  type Measurement,
  measureInterleaved,
} from '../bench-run.ts';
import { startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';

const posts = Array.from({ length: 40 }, (_, index) => `/post/seeded-post-${index + 1}`);
/** Lists that are full even with few posts; the list of a tag would have fewer cards and cost less. */
const lists = ['/', ...topics.map((topic) => `/filter/${topic}`)];

const cases = [
  { name: 'uncached post page, plain', pages: posts, encoding: 'identity', wanted: 1200 },
  { name: 'uncached post page, brotli', pages: posts, encoding: 'br', wanted: 0 },
  { name: 'uncached list page, plain', pages: lists, encoding: 'identity', wanted: 1100 },
  { name: 'uncached list page, brotli', pages: lists, encoding: 'br', wanted: 0 },
];

/** Pages rendered for each request, on servers without a page cache. */
export const uncachedPages: Measurement = async (run) => {
  const withoutCache = { PAGE_CACHE_MB: '0' };
  const few = await startBlog(run.folders.few, run.few.posts, withoutCache);
  const many = await startBlog(run.folders.many, run.many.posts, withoutCache);
  try {
    const lines: Line[] = [];
    // Warm up: the JIT optimizes the rendering code only after a few thousand pages.
    const all = [...posts, ...lists].map((page) => rawRequest('GET', page));
    for (const { port } of [few, many])
      await run.load({ port, requests: all, connections: 8, seconds: run.quick ? 2 : 12 });
    for (const { name, pages, encoding, wanted } of cases) {
      const requests = pages.map((page) => rawRequest('GET', page, { 'accept-encoding': encoding }));
      const targets = [blogTarget('few', few, () => requests), blogTarget('many', many, () => requests)];
      const rates = await measureInterleaved(run, targets, {
        connections: 8,
        status: 200,
        seconds: run.secondsPerRound * 2,
      });
      lines.push(
        lineOf(name, rates, (line) =>
          wanted > 0 ? [atLeast('pages per CPU second', line.many, wanted)] : [],
        ),
      );
    }
    return { lines, figures: [] };
  } finally {
    await few.stop();
    await many.stop();
  }
};
