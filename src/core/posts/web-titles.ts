import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { maySee, type Viewer } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { readSite } from '../site/site.ts';
import type { PostKind } from './api/post-kinds.ts';
import type { CurrentWebTitle } from './api/posts.ts';
import { pagePathProblem } from './rules/page-paths.ts';
import * as addresses from './store/web-titles.ts';

/** The present web title of a post, by any web title it ever had or by its id; null when it was deleted. */
export async function currentWebTitle(
  blog: Blog,
  viewer: Viewer,
  { title, post }: { title?: string | undefined; post?: number | undefined },
): Promise<CurrentWebTitle> {
  const found =
    title === undefined
      ? await addresses.byPostId(blog.db, post ?? 0)
      : await addresses.byTitle(blog.db, title);
  const hidden = found?.active != null && !maySee(viewer, { active: found.active });
  if (!found || hidden) throw new Problem('not_found', messages.noSuchPost);
  return { post_title_web: found.web_title };
}

const fewTries = 20;
const webTitleProblem = (webTitle: string) => (webTitle.startsWith('/') ? messages.webTitleWithSlash : null);

/** A post, as far as its web title depends on it; a new one has the id 0. */
type Owner = { id: number; kind: PostKind; language?: string | undefined };

/** Loaded with the first post that is written: the letters of all scripts take several megabytes. */
const slugs = () => import('./rules/page-slugs.ts');

/** Whether a web title or a path was generated from this title, rather than chosen by the author. */
export const isGeneratedFrom = async (title: string, webTitle: string): Promise<boolean> =>
  (await slugs()).isAddressOf(webTitle, title);

/** The web title from a title, with a number when another post has it or had it. */
export async function freeWebTitle(tx: Db, title: string, { id, kind, language }: Owner): Promise<string> {
  const site = await readSite({ db: tx });
  const style = { form: site.web_titles, language: language || site.language };
  const { webTitleFrom } = await slugs();
  return freeAddress(tx, webTitleFrom(title, kind, style), id);
}

/** This web title, with a number when another post has it or had it. */
export async function freeAddress(tx: Db, base: string, postId: number): Promise<string> {
  await lockName(tx, `web-title:${base}`);
  for (let number = 1; ; number++) {
    // Hundreds of posts may share a title: after a few numbers in order, any free one will do.
    const suffix = number <= fewTries ? number : number + Math.floor(Math.random() * 1000 * number);
    const candidate = number === 1 ? base : (await slugs()).nextAddress(base, suffix);
    if (!(await addresses.holderOf(tx, candidate, postId))) return candidate;
  }
}

/** Takes a web title that was chosen by hand. A former one of another post may be chosen, and then leads there no more. */
export async function takeWebTitle(tx: Db, webTitle: string, { id, kind }: Owner): Promise<string> {
  const problem = kind === 'page' ? pagePathProblem(webTitle) : webTitleProblem(webTitle);
  if (problem) throw new Problem('invalid', problem);
  await lockName(tx, `web-title:${webTitle}`);
  const holder = await addresses.holderOf(tx, webTitle, id);
  const taken = kind === 'page' ? messages.pagePathTaken : messages.webTitleTaken;
  if (holder?.isCurrent) throw new Problem('conflict', taken(webTitle));
  await addresses.deleteFormerUrl(tx, webTitle);
  return webTitle;
}
