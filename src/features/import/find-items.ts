import { byTitle } from '../../core/posts/store/web-titles.ts';
import { redirectKey } from '../../core/redirects/redirect-paths.ts';
import { redirectsFrom } from '../../core/redirects/store/redirects.ts';
import type { Batch, Created } from './run.ts';
import { type EarlierItem, itemByKey } from './store/imports.ts';

/** What an item of the source became, in this import or an earlier one. */
export async function createdFrom(batch: Batch, key: string): Promise<Created | undefined> {
  const staged = batch.created.get(key);
  if (staged) return staged;
  const found = await itemByKey(batch.tx.db, key, batch.run);
  return found && createdBy(found);
}

const createdBy = ({ post_id, comment_id, other_id, live_post }: EarlierItem): Created => ({
  ...(live_post !== null && post_id !== null && { post: post_id }),
  ...(comment_id !== null && { comment: comment_id }),
  ...(other_id !== null && { other: other_id }),
});

/** The profile of an author; null when the author was left out. */
export async function authorOf(batch: Batch, key: string): Promise<number | null> {
  const known = batch.run.terms.get('author', key);
  if (known) return known;
  const id = (await createdFrom(batch, key))?.other;
  if (id) batch.run.terms.set('author', key, id);
  return id ?? null;
}

/** The post that was, or is, served at an address of the old blog: by its redirect, or else by its last segment. */
export async function postAt({ tx, run }: Batch, address: string): Promise<number | null> {
  const known = run.terms.get('address', address);
  if (known) return known;
  const key = redirectKey(address);
  if (key === null) return null;
  const [redirect] = await redirectsFrom(tx.db, [key]);
  const path = key.split('?', 1)[0] ?? '';
  const title = (path.split('/').findLast(Boolean) ?? '').replace(/\.html?$/, '');
  const found =
    redirect?.post_id ??
    (await byTitle(tx.db, path))?.post_id ??
    (title ? (await byTitle(tx.db, title))?.post_id : null) ??
    null;
  if (found) run.terms.set('address', address, found);
  return found;
}
