import { urls } from '../../contract/urls.ts';
import type { Db } from '../../db/open.ts';
import { countPublicAddresses, publicAddresses, publicLists } from '../../store/feeds.ts';
import type { Blog } from '../blog.ts';
import { anyPostTag, read } from '../reads.ts';

export type SitePage = { url: string; changed: string | null };

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
    .map((path) => ({ path, changed: null }));
  const part = { limit: perFile - first.length, offset: Math.max(0, start - ownPages.length - lists.length) };
  const posts = await readAll(blog, (db) => publicAddresses(db, part));
  return [
    ...first,
    ...posts.map((post) => ({ path: urls.post(post.post_title_web), changed: post.changed })),
  ].map(({ path, changed }) => ({ url: blog.siteUrl() + path, changed }));
}
