import { expect, test } from 'vitest';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { parseMetrics } from '../support/metrics-text.ts';

const metricsToken = 'read-the-metrics';

async function withSite(site: ApiSite, work: (site: ApiSite) => Promise<void>): Promise<void> {
  try {
    await work(site);
    expect(site.errors).toEqual([]);
  } finally {
    await site.dispose();
  }
}

async function cacheHits({ visitor }: ApiSite): Promise<number> {
  const { text } = await visitor().get('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return parseMetrics(text).value('blog_page_cache_hits_total') ?? 0;
}

/** Reads a page twice, and once more after its post changed. */
async function readBeforeAndAfterChange(site: ApiSite): Promise<string[]> {
  const { id, post_title_web } = await site.createPost({ post_title: 'Before' });
  const read = async () => (await site.visitor().get(`/post/${post_title_web}`)).text;
  const pages = [await read(), await read()];
  await site.admin.put(`/webapi/api/posts/${id}`, { post_title: 'After' });
  return [...pages, await read()];
}

onEachDatabase('the test site', (kind) => {
  test('serves the built pages from its cache until they change', async () => {
    await withSite(await apiSite(kind, { METRICS_TOKEN: metricsToken }), async (site) => {
      const [first = '', second, third = ''] = await readBeforeAndAfterChange(site);
      expect(first).toMatch(/<h1[^>]*>.*Before/);
      expect(first).toMatch(/<script[^>]+src="\/assets\/[^"]+\.js"/);
      expect(second).toBe(first);
      expect(third).toMatch(/<h1[^>]*>.*After/);
      // With PostgreSQL nothing is cached for a moment after a change, until its notification has arrived.
      const readHome = () => site.visitor().get('/');
      await expect.poll(() => readHome().then(() => cacheHits(site))).toBeGreaterThan(0);
    });
  });

  test('serves the same pages without a cache', async () => {
    await withSite(await apiSite(kind, { METRICS_TOKEN: metricsToken, PAGE_CACHE_MB: '0' }), async (site) => {
      const [first, second, third] = await readBeforeAndAfterChange(site);
      expect(second).toBe(first);
      expect(third).toMatch(/<h1[^>]*>.*After/);
      expect(await cacheHits(site)).toBe(0);
    });
  });
});
