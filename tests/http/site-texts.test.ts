import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogs } from '../../src/platform/web/messages/catalogs.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';

/** The texts of a catalog without those that have parameters, by their key. */
function plainTexts(catalog: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(catalog).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    return typeof value === 'object' && value !== null ? plainTexts(value, `${prefix}${key}.`) : [];
  });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decoded = (text: string) =>
  text.replace(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole).trim();

/** What readers see or hear: texts, and attributes that are read out or shown. Names of classes are English everywhere. */
function textsOf(html: string): Set<string> {
  const markup = html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '\n');
  const texts = markup.matchAll(/>([^<]+)/g);
  const attributes = markup.matchAll(
    /\s(?:aria-label|placeholder|title|alt|content|data-admin|data-login)="([^"]*)"/g,
  );
  return new Set([...texts, ...attributes].map(([, text = '']) => decoded(text)));
}

let site: ApiSite;
let paths: string[];
beforeAll(async () => {
  site = await apiSite('sqlite');
  // The owner's own texts contain no word of a catalog.
  await site.admin.put('/webapi/api/admin/site', {
    site_name: '4711',
    site_description: '4712',
    thank_you_line: '4713',
  });
  const values = { post_content: '<p>4714</p>', tags: ['zzz'] };
  const open = await site.createPost({ ...values, post_title: '4715' });
  await site.createPost({ ...values, post_title: '4716' });
  const closed = await site.createPost({ ...values, post_title: '4717', comments_open: false });
  const gone = await site.createPost({ ...values, post_title: '4718' });
  await site.admin.delete(`/webapi/api/posts/${gone.id}`);
  await site.admin.put('/webapi/tasks/1', { title: '4719', message: '4720', active: true });
  const post = `/post/${open.post_title_web}`;
  paths = [
    '/',
    '/?view=compact',
    '/tag/zzz',
    '/tag/nothing',
    post,
    `${post}?comment=1`,
    `${post}?commented=1`,
    `/post/${closed.post_title_web}`,
    `/post/${gone.post_title_web}`,
    '/search',
    '/search?q=4714',
    '/search?q=nothing',
    '/archive',
    '/archive/1999',
    '/topics',
    '/feed.xml',
    '/login',
    '/apps/there',
    '/post/no-such-post',
  ];
});
afterAll(() => site.dispose());

async function pagesIn(language: string): Promise<Map<string, Set<string>>> {
  expect((await site.admin.put('/webapi/api/admin/site', { language })).status).toBe(200);
  const visitor = site.visitor();
  const pages = new Map<string, Set<string>>();
  for (const path of paths) {
    const { text } = await visitor.get(path, { headers: { accept: 'text/html' } });
    pages.set(path, textsOf(String(text)));
  }
  return pages;
}

const english = plainTexts(catalogs.en ?? {});

test('the English pages show many texts of the catalog, so that the tests below can find them', async () => {
  const shown = new Set([...(await pagesIn('en')).values()].flatMap((texts) => [...texts]));
  expect(english.filter(([, text]) => shown.has(text)).length).toBeGreaterThan(50);
});

test.each(Object.keys(catalogs).filter((language) => language !== 'en'))(
  'pages in %s show no English text of the catalog',
  async (language) => {
    const translated = new Map(plainTexts(catalogs[language] ?? {}));
    // A text that this language has for something else, like 'Tags', is not English there.
    const own = new Set(translated.values());
    const untranslated = english.filter(([, text]) => !own.has(text));
    const found = [...(await pagesIn(language))].flatMap(([path, texts]) =>
      untranslated.filter(([, text]) => texts.has(text)).map(([key, text]) => `${path}: ${key} (${text})`),
    );
    expect(found).toEqual([]);
  },
);

test('the description of the search is in the language of the site', async () => {
  for (const [language, { searchOf }] of Object.entries(catalogs)) {
    await site.admin.put('/webapi/api/admin/site', { language });
    const { text } = await site.visitor().get('/opensearch.xml');
    expect(text).toContain(`<Description>${searchOf('4711')}</Description>`);
  }
});
