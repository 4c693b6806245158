import { type Blog, itself, nowIso } from '../../../platform/blog.ts';
import { inBatches } from '../../../platform/db/in-batches.ts';
import { withReserve } from '../../../platform/files/disk-reserve.ts';
import type { ByteRange } from '../../../platform/files/files.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { noSuchImage, notInBin } from '../../../platform/messages/owner.ts';
import { type Message, message } from '../../../platform/messages/translate.ts';
import { binnedFile } from '../../images/image-files.ts';
import { expectMoved } from '../../images/store/hidden-files.ts';
import { named } from '../../site/activity.ts';
import { changePosts } from '../change-posts.ts';
import { endDraftsInBin } from '../store/drafts.ts';
import type { BinEntry, BinItem } from './api.ts';
import * as bin from './store/bin.ts';

export async function binEntries(
  blog: Blog,
  page: { limit: number; offset: number },
): Promise<{ entries: BinEntry[]; total: number }> {
  const now = nowIso(blog);
  const entries = await bin.binEntries(blog.db, now, page);
  return {
    entries: entries.map(
      ({ kind, item_id, post_id, post_kind, title, image, deleted_by, deleted_date, expires, post }) => ({
        kind,
        id: item_id,
        post_id,
        post_kind,
        post_title: title,
        image: image && { width: image.width, height: image.height, color: image.color, alt: image.alt },
        deleted_by,
        deleted_date,
        expires,
        post,
      }),
    ),
    total: await bin.countEntries(blog.db, now),
  };
}

/** The thumbnail of an image, or of the main image of a post, that is in the bin. */
export async function binThumbnail(blog: Blog, { kind, id }: BinItem) {
  const entry = await bin.entryOf(blog.db, { kind, item_id: id });
  const image = entry && entry.expires > nowIso(blog) ? entry.image : null;
  const name = image && (await binnedFile(blog, image.hash, image.name));
  const stat = name && (await blog.files.stat(name));
  if (!name || !stat) throw new Problem('not_found', noSuchImage);
  return {
    name: name.replace(/^.*\//, ''),
    size: stat.size,
    read: async (range: ByteRange): Promise<AsyncIterable<Uint8Array>> => {
      const file = await blog.files.read(name, range);
      if (!file) throw new Problem('not_found', noSuchImage);
      return file.body;
    },
  };
}

const deletedWhat = (kind: BinItem['kind'], post: Message): Message =>
  kind === 'post'
    ? message('Deleted {post} for good', { post })
    : message('Deleted an image of {post} for good', { post });

/** Deletes an item of the bin for good; image files follow unless something else needs them. */
export async function deleteForGood(blog: Blog, { kind, id }: BinItem): Promise<{ id: number }> {
  const key = { kind, item_id: id };
  if (!(await bin.entryOf(blog.db, key))) throw new Problem('not_found', notInBin);
  await withReserve(blog, () => purge(blog, key));
  return { id };
}

/** Deletes for good what `remove` moves to the bin, which on a full disk has no room for it otherwise. */
export async function removeForGood(
  blog: Blog,
  kind: BinItem['kind'],
  remove: () => Promise<{ id: number }>,
): Promise<{ id: number }> {
  const { id } = await withReserve(blog, remove);
  return deleteForGood(blog, { kind, id });
}

/**
 * Every entry expires in one statement, so that an interrupted request is finished by maintenance. Of the drafts only those of
 * the administrator are deleted, because each sees only their own.
 */
export async function emptyBin(blog: Blog, viewer: Viewer): Promise<{ deleted: number }> {
  const now = nowIso(blog);
  const endDrafts = async () => (viewer.admin ? endDraftsInBin(blog.db, viewer.userId, now) : 0);
  const drafts = await withReserve(blog, endDrafts);
  const deleted = await withReserve(blog, () => bin.expireAll(blog.db, now));
  await withReserve(blog, () => purgeExpired(blog));
  return { deleted: deleted + drafts };
}

const maxBatchSize = 20;

/** Deletes what has been in the bin for 30 days. Of several processes one deletes an entry, and logs it. */
async function purgeExpired(blog: Blog, signal?: AbortSignal): Promise<void> {
  await inBatches(
    0,
    maxBatchSize,
    async (_, size) => {
      const expired = await bin.expiredEntries(blog.db, nowIso(blog), size);
      for (const key of expired) await purge(blog, key);
      return expired.length > 0 ? 0 : null;
    },
    signal,
  );
}

export const purgeByMaintenance = (blog: Blog, signal?: AbortSignal): Promise<void> =>
  purgeExpired({ ...blog, actor: itself }, signal);

async function purge(blog: Blog, key: bin.BinKey): Promise<void> {
  await changePosts(blog, async (tx) => {
    const entry = await bin.entryOf(tx.db, key);
    const hashes = await bin.entryHashes(tx.db, key);
    if (!entry || !(await bin.deleteEntry(tx, key))) return { result: undefined, activity: [] };
    await expectMoved(tx, hashes);
    const what = deletedWhat(key.kind, named({ kind: entry.post_kind, post_title: entry.title }));
    return { result: undefined, activity: [{ kind: key.kind, what }] };
  });
}
