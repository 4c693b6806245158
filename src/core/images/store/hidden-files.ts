import { randomBytes } from 'node:crypto';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { hiddenFolder } from '../../../platform/files/hidden-files.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';

/**
 * The files of an image in the bin. `folder` is where they are while they are hidden; `pending` is set in the transaction
 * that changes where they belong, and cleared once they are there, so that a crash in between is made up for. Hidden files
 * are not shown again because a text names them, except when that text comes back (`reconsidered`).
 */
export type HiddenFile = {
  hash: string;
  folder: string;
  names: string[];
  hidden: boolean;
  reconsidered: boolean;
};

const unpack = (row: Schema['hidden_files']): HiddenFile => ({
  hash: row.hash,
  folder: row.folder,
  names: JSON.parse(row.names),
  hidden: row.hidden === 1,
  reconsidered: row.reconsidered === 1,
});

export async function hiddenFile(db: Db, hash: string): Promise<HiddenFile | undefined> {
  const row = await db.selectFrom('hidden_files').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row && unpack(row);
}

/** Notes that the files of an image that goes to the bin may have to be hidden. */
export async function expectHidden(
  tx: PostTransaction,
  { hash, variants }: { hash: string; variants: readonly { name: string }[] },
): Promise<void> {
  const known = await hiddenFile(tx.db, hash);
  const names = JSON.stringify([...new Set([...(known?.names ?? []), ...variants.map(({ name }) => name)])]);
  await tx.db
    .insertInto('hidden_files')
    .values({
      hash,
      folder: hiddenFolder(randomBytes(16).toString('hex')),
      names,
      hidden: 0,
      pending: 1,
      reconsidered: 0,
    })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ names, pending: 1 }))
    .execute();
  tx.files.add(hash);
}

/** Notes that the files of these images, where they are known here, may belong elsewhere after this transaction. */
export async function expectMoved(tx: PostTransaction, hashes: readonly string[]): Promise<void> {
  for (let from = 0; from < hashes.length; from += hashesAtOnce) {
    const rows = await tx.db
      .updateTable('hidden_files')
      .set({ pending: 1 })
      .where('hash', 'in', hashes.slice(from, from + hashesAtOnce))
      .returning('hash')
      .execute();
    for (const { hash } of rows) tx.files.add(hash);
  }
}

const hashesAtOnce = 500;

/** Like `expectMoved`, for a post that is restored: what its text names is shown again. */
export async function expectShown(tx: PostTransaction, hashes: readonly string[]): Promise<void> {
  await expectMoved(tx, hashes);
  for (const hash of hashes)
    await tx.db.updateTable('hidden_files').set({ reconsidered: 1 }).where('hash', '=', hash).execute();
}

export async function recordApplied(db: Db, hash: string, hidden: boolean): Promise<void> {
  await db
    .updateTable('hidden_files')
    .set({ hidden: hidden ? 1 : 0, pending: 0, reconsidered: 0 })
    .where('hash', '=', hash)
    .execute();
}

export async function deleteHidden(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('hidden_files').where('hash', '=', hash).execute();
}

/** The next images after `after` whose files may be in the wrong place: those that a crash left, or all that are shown. */
export async function pendingHashes(
  db: Db,
  which: 'pending' | 'shown',
  after: string,
  limit: BatchSize,
): Promise<string[]> {
  const rows = await db
    .selectFrom('hidden_files')
    .select('hash')
    .where('hash', '>', after)
    .where(which === 'pending' ? 'pending' : 'hidden', '=', which === 'pending' ? 1 : 0)
    .orderBy('hash')
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** The posts that lost the image to the bin: their own texts do not keep its files. */
export async function binnedFrom(db: Db, hash: string): Promise<number[]> {
  const rows = await db
    .selectFrom('bin_images as i')
    .innerJoin('bin as b', (join) => join.onRef('b.kind', '=', 'i.kind').onRef('b.item_id', '=', 'i.item_id'))
    .select('b.post_id')
    .where('i.hash', '=', hash)
    .execute();
  return rows.map(({ post_id }) => post_id);
}
