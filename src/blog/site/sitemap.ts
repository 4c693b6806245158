import { urls } from '../../contract/urls.ts';
import type { Db } from '../../db/open.ts';
import { alternatesOf } from '../../rules/translations.ts';
import { countPublicAddresses, publicAddresses, publicLists } from '../../store/feeds.ts';
import { activeTranslations } from '../../store/translations.ts';
import type { Blog } from '../blog.ts';
import { anyPostTag, read } from '../reads.ts';
import { readSite } from './site.ts';

export type SitePage = {
  url: string;
  changed: string | null;
  /** The same text in each of its languages, this page included. */
  alternates: readonly Alternate[];
};
type Alternate = { hreflang: string; url: string };

/** The limit of the sitemap protocol for one file. */
export const sitemapPages = 50_000;

const ownPages = [urls.home, urls.archive, urls.topics];

/** How many files the sitemap of this blog needs. */
export async function sitemapFiles(blog: Blog, perFile = sitemapPages): Promise<number> {
  const lists = await readAll(blog, publicLists);
  return Math.ceil((ownPages.length + lists.length + (await readAll(blog, countPublicAddresses))) / perFile);
}

/** Lists change only when posts do. */
const readAll = <Result>(blog: Blog, query: (db: Db) => Promise<Result>): Promise<Result> =>
  read(blog, query, () => [anyPostTag]);

/** The pages of one file, counted from 1: the home page, archive and topics, the lists, then all posts and pages. */
export async function sitemapFile(blog: Blog, number: number, perFile = sitemapPages): Promise<SitePage[]> {
  const start = (number - 1) * perFile;
  const lists = (await readAll(blog, publicLists)).map(({ kind, name }) => urls[kind](name));
  const first = [...ownPages, ...lists]
    .slice(start, start + perFile)
    .map((path) => ({ url: blog.siteUrl() + path, changed: null, alternates: [] }));
  const part = { limit: perFile - first.length, offset: Math.max(0, start - ownPages.length - lists.length) };
  const posts = await readAll(blog, (db) => publicAddresses(db, part));
  const alternates = await alternatesByGroup(blog);
  return [
    ...first,
    ...posts.map(({ post_title_web, changed, translation_group }) => ({
      url: urlOf(blog, post_title_web),
      changed,
      alternates: alternates.get(translation_group ?? 0) ?? [],
    })),
  ];
}

const urlOf = (blog: Blog, webTitle: string): string => blog.siteUrl() + urls.post(webTitle);

async function alternatesByGroup(blog: Blog): Promise<Map<number | null, Alternate[]>> {
  const translations = await readAll(blog, activeTranslations);
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
