import { Problem } from '../../contract/errors.ts';
import type { CurrentWebTitle } from '../../contract/posts.ts';
import type { Db } from '../../db/open.ts';
import * as messages from '../../messages/owner.ts';
import { nextSlug, slugOf } from '../../rules/slug.ts';
import { maySee, type Viewer } from '../../rules/viewer.ts';
import { lockName } from '../../store/transaction.ts';
import * as addresses from '../../store/web-titles.ts';
import type { Blog } from '../blog.ts';

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

/** The slug of a title, with a number when another post has it or had it. */
export async function freeWebTitle(tx: Db, title: string, postId: number): Promise<string> {
  const base = slugOf(title);
  await lockName(tx, `web-title:${base}`);
  for (let number = 1; ; number++) {
    // Hundreds of posts may share a title: after a few numbers in order, any free one will do.
    const suffix = number <= fewTries ? number : number + Math.floor(Math.random() * 1000 * number);
    const candidate = number === 1 ? base : nextSlug(base, suffix);
    if (!(await addresses.holderOf(tx, candidate, postId))) return candidate;
  }
}

/** Takes a web title that was chosen by hand; the old one of a deleted post may be chosen again. */
export async function takeWebTitle(tx: Db, webTitle: string, postId: number): Promise<string> {
  await lockName(tx, `web-title:${webTitle}`);
  const holder = await addresses.holderOf(tx, webTitle, postId);
  if (holder?.lives) throw new Problem('conflict', messages.webTitleTaken(webTitle));
  await addresses.forgetAddress(tx, webTitle);
  return webTitle;
}
