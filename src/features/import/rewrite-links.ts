import { changePosts } from '../../core/posts/change-posts.ts';
import { lockPost, replaceLinks } from '../../core/posts/store/posts.ts';
import { redirectKey } from '../../core/redirects/redirect-paths.ts';
import { redirectsAt } from '../../core/redirects/store/redirects.ts';
import { topic } from '../../core/site/category-paths.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { urls } from '../../platform/http/urls.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { followImportedVersion, importedPosts, updateImport } from './store/imports.ts';

/** Their changes are one transaction, which is as short as that of a batch of items. */
const postsAtOnce = 10;
const maxLinks = 1000;
const keysAtOnce = 5;

/**
 * After all posts are written, links among them lead to their new URLs instead of through redirects. `linked_to` is stored
 * in the same transaction as the change, so an interrupted run continues behind it.
 */
export async function rewriteLinks(
  blog: Blog,
  { id, scope, linked_to }: { id: number; scope: string; linked_to: number },
  { signal, fence }: JobContext,
  advanced: (position: number) => void,
): Promise<void> {
  for (let last = linked_to; ; ) {
    const posts = await importedPosts(blog.db, id, last, postsAtOnce);
    const end = posts.at(-1)?.position;
    if (end === undefined) return;
    const linking: Imported[] = [];
    for (const post of posts) if ((await linksOf(blog.db, scope, post)).size > 0) linking.push(post);
    if (linking.length === 0) await updateImport(blog.db, id, { linked_to: end });
    else
      await changePosts(blog, async (tx) => {
        await fence(tx.db);
        for (const post of linking) await rewrite(tx, { id, scope }, post);
        await updateImport(tx.db, id, { linked_to: end });
        return { result: undefined, activity: [] };
      });
    last = end;
    advanced(end);
    signal.throwIfAborted();
  }
}

type Imported = Awaited<ReturnType<typeof importedPosts>>[number];

/** What the owner has changed meanwhile stays as it is. */
const linksOf = async (db: Db, scope: string, post: Imported): Promise<Map<string, string>> =>
  post.version === post.post_version ? newLinks(db, scope, post.post_content) : new Map();

async function rewrite(
  tx: PostTransaction,
  { id, scope }: { id: number; scope: string },
  { id: postId, position }: Imported,
): Promise<void> {
  await lockPost(tx.db, postId);
  // Read again, because it may have been saved or deleted before the lock.
  const [post] = await importedPosts(tx.db, id, position - 1, 1);
  const changed = post?.id === postId ? await linksOf(tx.db, scope, post) : null;
  if (!post || !changed || changed.size === 0) return;
  await replaceLinks(tx, postId, {
    post_content: withLinks(post.post_content, changed),
    shown_html: post.shown_html && withLinks(post.shown_html, changed),
    card_html: withLinks(post.card_html, changed),
  });
  await followImportedVersion(tx.db, postId);
}

/** The text of a post with links to what has been imported already; the others follow at the end. */
export async function withKnownLinks(db: Db, scope: string, html: string): Promise<string> {
  let text = html;
  for (const [old, now] of await newLinks(db, scope, html)) text = text.replaceAll(`"${old}"`, `"${now}"`);
  return text;
}

/** Rendering leaves links as they are, so that the rendered forms need not be made again. */
function withLinks(html: string, changed: ReadonlyMap<string, string>): string {
  return html.replace(/ href="([^"]{1,2000})"/g, (whole, raw: string) => {
    const target = changed.get(raw);
    return target === undefined ? whole : ` href="${target}"`;
  });
}

/** The links of a text that lead to something imported, as they are written in it, with what they become. */
async function newLinks(db: Db, scope: string, html: string): Promise<Map<string, string>> {
  const host = URL.parse(scope)?.host.replace(/^www\./, '') ?? '';
  const wanted = new Map<string, string>();
  for (const [, raw = ''] of html.matchAll(/ href="([^"]{1,2000})"/g)) {
    const href = raw.replaceAll('&amp;', '&');
    const isOwn = /^\/(?!\/)/.test(href) || (host !== '' && hostOf(href) === host);
    const key = isOwn ? redirectKey(href) : null;
    if (key !== null && key !== '/' && wanted.size < maxLinks) wanted.set(raw, key);
  }
  if (wanted.size === 0) return wanted;
  const targets = await targetsOf(db, [...new Set(wanted.values())]);
  const changed = new Map<string, string>();
  for (const [raw, key] of wanted) {
    const target = targets.get(key);
    const fragment = /#[^#]*$/.exec(raw)?.[0] ?? '';
    if (target && target !== raw) changed.set(raw, target + fragment);
  }
  return changed;
}

const hostOf = (href: string): string => (URL.parse(href)?.host ?? '').replace(/^www\./, '');

async function targetsOf(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let from = 0; from < keys.length; from += keysAtOnce)
    for (const row of await redirectsAt(db, keys.slice(from, from + keysAtOnce))) {
      if (row.web_title !== null) found.set(row.from_path, urls.post(row.web_title));
      else if (row.tag !== null) found.set(row.from_path, urls.tag(row.tag));
      else if (row.category_path !== null) found.set(row.from_path, urls.category(topic(row.category_path)));
    }
  return found;
}
