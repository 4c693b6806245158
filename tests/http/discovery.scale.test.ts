import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../tools/seed.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { all, parseXml, textOf } from '../support/xml.ts';

const siteUrl = 'http://blog.example.org';
const space = '{http://www.sitemaps.org/schemas/sitemap/0.9}';

describe('sitemap of a very large site', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite('sqlite', { SITE_URL: siteUrl });
  });
  afterAll(() => site.dispose());

  test('is an index of files of at most 1,000 pages', async () => {
    const posts = 2_100;
    await seed(site.blog.db, { posts, comments: 0, tags: 1_100 });
    const index = parseXml((await site.visitor().get('/sitemap.xml')).text);
    expect(index.name).toBe(`${space}sitemapindex`);
    const parts = all(index, `${space}sitemap`).map((part) => textOf(part, `${space}loc`));
    expect(parts).toEqual([1, 2, 3, 4].map((number) => `${siteUrl}/sitemap-${number}.xml`));
    const found: string[] = [];
    for (const part of parts) {
      const { children } = parseXml((await site.visitor().get(new URL(part).pathname)).text);
      expect(children.length).toBeLessThanOrEqual(1_000);
      found.push(...children.map((url) => textOf(url, `${space}loc`)));
    }
    // The second begins with tags, and ends with posts.
    const listed = (prefix: string) => found.filter((url) => url.startsWith(siteUrl + prefix));
    const inactive = posts / 50;
    expect(listed('/post/')).toHaveLength(posts - inactive);
    expect(new Set(found).size).toBe(found.length);
    const { total } = await site.blog.db
      .selectFrom('listing_totals')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('kind', 'in', ['tag', 'category'])
      .where('total', '>', 0)
      .executeTakeFirstOrThrow();
    expect(listed('/tag/').length + listed('/filter/').length).toBe(total);
    expect((await site.visitor().get('/sitemap-5.xml')).status).toBe(404);
  });
});
