import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { anyListTag, anyPostTag, postsTag, read } from '../../platform/http/cache/reads.ts';
import { urls } from '../../platform/http/urls.ts';
import { activeTranslations } from '../posts/store/translations.ts';
import { alternatesOf } from '../posts/translations/rules.ts';
import { readSite } from '../site/site.ts';
import { countPublicLists, countPublicUrls, publicLists, publicUrls } from './store.ts';

type SitePage = {
  url: string;
  changed: string | null;
  /** The same text in each of its languages, this page included. */
  alternates: readonly Alternate[];
};
type Alternate = { hreflang: string; url: string };

/**
 * Pages in one file. The protocol allows 50,000, but making such a file takes half a second, in which no other page is made.
 * Sites with more pages have an index of files.
 */
const sitemapPages = 1_000;

const ownPages = [urls.home, urls.archive, urls.topics];

type Page = { limit: number; offset: number };
/** What the sitemap lists, in its order: so many pages, and how to read some of them. */
type Section = { count: number; read: (page: Page) => Promise<SitePage[]> };

async function sections(blog: Blog): Promise<Section[]> {
  const own = (paths: readonly string[]) =>
    paths.map((path) => ({ url: blog.siteUrl() + path, changed: null, alternates: [] }));
  const urlsOf = async (kind: 'all' | 'page'): Promise<Section> => ({
    count: await readLists(blog, (db) => countPublicUrls(db, [kind])),
    read: (page) => pagesOfPosts(blog, kind, page),
  });
  return [
    {
      count: ownPages.length,
      read: async ({ offset, limit }) => own(ownPages.slice(offset, offset + limit)),
    },
    {
      count: await readLists(blog, countPublicLists),
      read: async (page) =>
        own((await readLists(blog, (db) => publicLists(db, page))).map(({ kind, name }) => urls[kind](name))),
    },
    await urlsOf('page'),
    await urlsOf('all'),
  ];
}

/** How many files the sitemap of this blog needs. */
export async function sitemapFiles(blog: Blog, perFile = sitemapPages): Promise<number> {
  const pages = (await sections(blog)).reduce((sum, { count }) => sum + count, 0);
  return Math.ceil(pages / perFile);
}

const readLists = <Result>(blog: Blog, query: (db: Db) => Promise<Result>): Promise<Result> =>
  read(blog, query, () => [anyListTag]);

/** The pages of one file, counted from 1: the home page, archive and topics, the lists, the owner's pages, then all posts. */
export async function sitemapFile(blog: Blog, number: number, perFile = sitemapPages): Promise<SitePage[]> {
  const found: SitePage[] = [];
  let offset = (number - 1) * perFile;
  for (const { count, read } of await sections(blog)) {
    const limit = Math.min(perFile - found.length, count - offset);
    if (limit > 0) found.push(...(await read({ limit, offset })));
    offset = Math.max(0, offset - count);
  }
  return found;
}

async function pagesOfPosts(blog: Blog, kind: 'all' | 'page', page: Page): Promise<SitePage[]> {
  const posts = await read(
    blog,
    (db) => publicUrls(db, kind, page),
    (posts) => [anyListTag, ...posts.map(({ post_id }) => postsTag(post_id))],
  );
  const groups = new Set(posts.flatMap(({ translation_group }) => translation_group ?? []));
  const alternates = await alternatesByGroup(blog, [...groups]);
  return posts.map(({ post_title_web, changed, translation_group }) => ({
    url: urlOf(blog, post_title_web),
    changed,
    alternates: alternates.get(translation_group ?? 0) ?? [],
  }));
}

const urlOf = (blog: Blog, webTitle: string): string => blog.siteUrl() + urls.post(webTitle);

async function alternatesByGroup(
  blog: Blog,
  wanted: readonly number[],
): Promise<Map<number | null, Alternate[]>> {
  if (wanted.length === 0) return new Map();
  const translations = await read(
    blog,
    (db) => activeTranslations(db, wanted),
    () => [anyPostTag],
  );
  const { language } = await readSite(blog);
  const groups = Map.groupBy(translations, ({ translation_group }) => translation_group);
  return new Map(
    [...groups].map(([group, posts]) => {
      const inLanguage = posts.map((post) => ({ ...post, language: post.language || language }));
      return [
        group,
        alternatesOf(inLanguage, language).map(({ hreflang, post }) => ({
          hreflang,
          url: urlOf(blog, post.post_title_web),
        })),
      ];
    }),
  );
}
