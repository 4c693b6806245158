import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { lockName } from '../../platform/db/transaction.ts';
import { redirectsTag } from '../../platform/http/cache/reads.ts';
import { canonicalPath } from '../../platform/http/request/canonical-path.ts';
import * as messages from './messages.ts';
import { hasPostQuery, isServedByItself, redirectKey } from './redirect-paths.ts';
import {
  insertRedirects,
  type NewRedirectRow,
  noTarget,
  redirectsFrom,
  type TargetColumns,
} from './store/redirects.ts';

/**
 * Where an old address leads. Posts, categories (by id), tags (by web name) and images (by hash) are followed when they are
 * renamed. A path is one of this site. Null: it is gone.
 */
type RedirectTarget =
  | { post: number }
  | { tag: string }
  | { category: number }
  | { image: string }
  | { path: string }
  | null;

/** `from` is a path with its query, or an absolute URL of the old site. */
export type NewRedirect = { from: string; to: RedirectTarget };

type AddedRedirects = {
  added: number;
  /** Those that existed already, with the same target. */
  existing: number;
  refused: { from: string; reason: string }[];
};

/**
 * Adds the redirects of an import, in the caller's transaction; those that exist already stay as they are. Thousands may be
 * added at once. Processes that have asked whether there are redirects learn of it from the database; in a process that
 * serves pages, call `redirectsChanged` after the commit.
 */
export async function addRedirects(
  db: Db,
  rows: readonly NewRedirect[],
  { importId, now }: { importId: number | null; now: string },
): Promise<AddedRedirects> {
  const result: AddedRedirects = { added: 0, existing: 0, refused: [] };
  const wanted = new Map<string, { from: string; row: NewRedirectRow }>();
  for (const { from, to } of rows) {
    const checked = checkedRow(from, to);
    if ('reason' in checked) result.refused.push({ from, reason: checked.reason });
    else {
      const row = { ...checked, import_id: importId, date_added: now };
      const other = wanted.get(row.from_path);
      if (!other) wanted.set(row.from_path, { from, row });
      else if (leadsTo(other.row) === leadsTo(row)) result.existing++;
      else result.refused.push({ from, reason: messages.redirectTakenByOther });
    }
  }
  const all = [...wanted.values()];
  const added = await insertRedirects(
    db,
    all.filter(({ row }) => row.to_path === null).map(({ row }) => row),
  );
  for (const { from, row } of all.filter(({ row }) => row.to_path !== null))
    if (await leadsBack(db, row)) {
      result.refused.push({ from, reason: messages.redirectLoop(row.from_path) });
      wanted.delete(row.from_path);
    } else for (const path of await insertRedirects(db, [row])) added.add(path);
  result.added = added.size;

  const left = [...wanted.values()].filter(({ row }) => !added.has(row.from_path));
  const stored = new Map(
    (
      await redirectsFrom(
        db,
        left.map(({ row }) => row.from_path),
      )
    ).map((row) => [row.from_path, row]),
  );
  for (const { from, row } of left) {
    const other = stored.get(row.from_path);
    // The same import has found the file that was at this address, which is more exact.
    const isImage = other?.image != null && other.import_id !== null && other.import_id === importId;
    if (other && (isImage || leadsTo(other) === leadsTo(row))) result.existing++;
    else result.refused.push({ from, reason: messages.redirectTakenByOther });
  }
  return result;
}

/** Call it after a transaction that added or deleted redirects. */
export const redirectsChanged = (blog: Pick<Blog, 'changed'>): void =>
  blog.changed({ touches: [redirectsTag] });

/** The row of a redirect, or why there can be none. */
function checkedRow(
  from: string,
  to: RedirectTarget,
): (TargetColumns & { from_path: string }) | { reason: string } {
  const problem = fromProblem(from);
  if (problem !== null) return { reason: problem };
  const from_path = redirectKey(from) ?? '';
  if (to === null || !('path' in to)) return { from_path, ...columnsOf(to) };
  const path = sitePath(to.path);
  if (path === null)
    return {
      reason: /^[a-z][a-z0-9+.-]*:|^\/\//i.test(to.path)
        ? messages.redirectToOtherSite
        : messages.redirectToInvalid,
    };
  return { from_path, ...noTarget, to_path: path };
}

/** Why an old address cannot have a redirect, whatever its target; null when it can. */
export function fromProblem(from: string): string | null {
  if (from.trim() === '') return messages.redirectFromEmpty;
  const key = redirectKey(from);
  if (key === null) return messages.redirectFromInvalid;
  if (key === '/') return messages.redirectFromHome;
  if (key.startsWith('/?') && !hasPostQuery(key.slice(1))) return messages.redirectFromHomeQuery;
  return isServedByItself(key.split('?', 1)[0] ?? '') ? messages.redirectFromOwn(key) : null;
}

export function columnsOf(to: Exclude<RedirectTarget, { path: string }>): TargetColumns {
  if (to === null) return noTarget;
  if ('post' in to) return { ...noTarget, post_id: to.post };
  if ('tag' in to) return { ...noTarget, tag: to.tag };
  if ('category' in to) return { ...noTarget, category_id: to.category };
  return { ...noTarget, image: to.image };
}

/** A path of this site, with query and fragment, in a spelling that no browser takes for another host. */
export function sitePath(target: string): string | null {
  if (!/^\/(?![/\\])/.test(target)) return null;
  const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null;
  const path = url && canonicalPath(url.pathname);
  return path === null || url?.host !== 'localhost' ? null : `${path}${url.search}${url.hash}`;
}

const leadsTo = ({ post_id, tag, category_id, image, to_path }: TargetColumns): string =>
  JSON.stringify([post_id, tag, category_id, image, to_path]);

/** Readers get one redirect, however many follow each other here; more than these are refused. */
export const maxChain = 5;

/** Whether the target of a redirect leads back to its own path. Transactions that add such targets follow each other. */
export async function leadsBack(
  db: Db,
  { from_path, to_path }: Pick<NewRedirectRow, 'from_path' | 'to_path'>,
): Promise<boolean> {
  await lockName(db, 'redirects');
  let next = to_path;
  for (let step = 0; step < maxChain; step++) {
    const key = next?.startsWith('/') ? redirectKey(next) : null;
    if (key === null) return false;
    if (key === from_path) return true;
    next = (await redirectsFrom(db, [key]))[0]?.to_path ?? null;
  }
  return true;
}
