import { type Blog, nowIso } from '../../platform/blog.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { maxUnknownPaths } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import { message, pluralMessage } from '../../platform/messages/translate.ts';
import { pagePathIn } from '../posts/rules/page-paths.ts';
import { byTitle } from '../posts/store/web-titles.ts';
import { recordActivity } from '../site/activity.ts';
import type { NewRedirect, Redirect, UnknownPath } from './api.ts';
import { destinationOf } from './find-redirect.ts';
import * as messages from './messages.ts';
import { flushCounts } from './redirect-counts.ts';
import { redirectKey } from './redirect-paths.ts';
import { columnsOf, fromProblem, leadsBack, redirectsChanged, sitePath } from './redirects.ts';
import { servedHere } from './served-here.ts';
import { deleteUnknownPaths, unknownPaths } from './store/counts.ts';
import * as store from './store/redirects.ts';

export async function redirectsForOwner(
  blog: Blog,
  filter: store.RedirectFilter,
  page: { limit: number; offset: number },
): Promise<{ redirects: Redirect[]; total: number }> {
  await flushCounts(blog);
  const rows = await store.listRedirects(blog.db, filter, page);
  const redirects: Redirect[] = [];
  for (const row of rows) redirects.push(await present(blog, row));
  return { redirects, total: await store.countRedirects(blog.db, filter) };
}

async function present(blog: Blog, row: store.RedirectRow): Promise<Redirect> {
  const { id, from_path, import_id, hits, date_added } = row;
  const kind = kindOf(row);
  const destination = await destinationOf(blog, row);
  const state =
    destination === null ? 'inactive' : destination === 'gone' && kind !== 'gone' ? 'deleted' : 'works';
  return {
    id,
    from_path,
    kind,
    url: destination !== null && destination !== 'gone' ? destination.location : null,
    title: row.post_title ?? row.tag ?? row.category_path ?? '',
    state,
    import_id,
    hits,
    date_added,
  };
}

function kindOf({ post_id, tag, category_id, image, to_path }: store.TargetColumns): Redirect['kind'] {
  if (post_id !== null) return 'post';
  if (tag !== null) return 'tag';
  if (category_id !== null) return 'category';
  if (image !== null) return 'image';
  return to_path === null ? 'gone' : 'path';
}

/** Adds one that the owner typed. Only the owner can redirect to other sites. */
export async function addRedirect(blog: Blog, { from, to }: NewRedirect): Promise<Redirect> {
  const refuse = (reason: string) => new Problem('invalid', reason);
  const problem = fromProblem(from);
  if (problem !== null) throw refuse(problem);
  const from_path = redirectKey(from) ?? '';
  const [path = '', query] = from_path.split('?', 2);
  const served = query === undefined ? await servedHere(blog, path, 'owner') : null;
  if (served === 'page') throw refuse(messages.redirectFromPage(path));
  if (served === 'moved') throw refuse(messages.redirectFromMoved(path));
  const target = to === null ? store.noTarget : await typedTarget(blog, to);
  const row = { ...target, from_path, import_id: null, date_added: nowIso(blog) };
  const id = await inTransaction(blog.db, async (tx) => {
    if (await leadsBack(tx, row)) throw refuse(messages.redirectLoop(from_path));
    if (!(await store.insertRedirects(tx, [row])).has(from_path))
      throw new Problem('conflict', messages.redirectTaken(from_path));
    await deleteUnknownPaths(tx, from_path);
    await recordActivity(
      blog,
      tx,
      'site',
      to === null
        ? message('Redirected {path}: gone', { path: from_path })
        : message('Redirected {path} to {target}', { path: from_path, target: to.trim() }),
    );
    const [added] = await store.redirectsAt(tx, [from_path]);
    return added?.id ?? 0;
  });
  redirectsChanged(blog);
  return redirectById(blog, id);
}

async function redirectById(blog: Blog, id: number): Promise<Redirect> {
  const row = await store.redirectById(blog.db, id);
  if (!row) throw new Problem('not_found', messages.noSuchRedirect);
  return present(blog, row);
}

/** Posts, pages and tags are stored as such, so that the redirect follows them when they are renamed. */
async function typedTarget(blog: Blog, typed: string): Promise<store.TargetColumns> {
  const target = typed.trim();
  if (target === '') throw new Problem('invalid', messages.redirectToEmpty);
  const own = new URL(blog.siteUrl());
  const url = /^https?:\/\//i.test(target) && URL.canParse(target) ? new URL(target) : null;
  if (url && url.host !== own.host) {
    if (url.username || url.password) throw new Problem('invalid', messages.redirectToInvalid);
    return { ...store.noTarget, to_path: url.href };
  }
  const path = sitePath(url ? url.pathname + url.search + url.hash : target);
  if (path === null) throw new Problem('invalid', messages.redirectToInvalid);
  const [, kind, segment = ''] = /^\/(post|tag)\/([^/?#]+)$/.exec(path) ?? [];
  if (kind === 'tag' && (await servedHere(blog, path, 'owner')))
    return columnsOf({ tag: decodeURIComponent(segment) });
  const title = kind === 'post' ? decodeURIComponent(segment) : pagePathIn(path);
  const post = title === null ? undefined : await byTitle(blog.db, title);
  if (post && post.web_title !== null) return columnsOf({ post: post.post_id });
  return { ...store.noTarget, to_path: path };
}

export async function deleteRedirect(blog: Blog, id: number): Promise<{ id: number }> {
  await inTransaction(blog.db, async (tx) => {
    const row = await store.redirectById(tx, id);
    if (!row) throw new Problem('not_found', messages.noSuchRedirect);
    await store.deleteRedirect(tx, id);
    await recordActivity(
      blog,
      tx,
      'site',
      message('Deleted the redirect of {path}', { path: row.from_path }),
    );
  });
  redirectsChanged(blog);
  return { id };
}

/** Deletes what an import added, in short transactions. */
export async function deleteRedirectsOfImport(blog: Blog, importId: number): Promise<{ deleted: number }> {
  let deleted = 0;
  await deleteInBatches(async (size) => {
    const count = await store.deleteRedirectsOf(blog.db, importId, size);
    deleted += count;
    return count;
  });
  if (deleted > 0)
    await recordActivity(
      blog,
      blog.db,
      'site',
      pluralMessage(deleted, {
        one: 'Deleted 1 redirect of an import',
        other: 'Deleted {count} redirects of an import',
      }),
    );
  redirectsChanged(blog);
  return { deleted };
}

export async function unknownPathsForOwner(blog: Blog): Promise<UnknownPath[]> {
  await flushCounts(blog);
  return unknownPaths(blog.db, maxUnknownPaths);
}

export async function clearUnknownPaths(blog: Blog): Promise<{ deleted: number }> {
  const known = await unknownPaths(blog.db, maxUnknownPaths);
  await deleteUnknownPaths(blog.db, null);
  return { deleted: known.length };
}
