import type { PostKind } from '../contract/post-kinds.ts';
import type { Db } from '../db/open.ts';
import { expectHidden, expectMoved } from './hidden-files.ts';
import { imagesOf } from './images.ts';
import { unlist } from './listings.ts';
import type { PostTransaction } from './post-transaction.ts';
import { dropSearchEntry } from './search.ts';
import { hashesNamedBy } from './text-images.ts';
import { followGroup } from './translations.ts';

/** Removes a post as if it had never been: not through the bin, and its URL is free again. Its tags stay. */
export async function erasePost(tx: PostTransaction, id: number): Promise<void> {
  await followGroup(tx, id);
  const images = await imagesOf(tx.db, id);
  const named = await hashesNamedBy(tx.db, id);
  for (const image of images) await expectHidden(tx, image);
  await expectMoved(tx, named);
  await unlist(tx, id);
  await dropSearchEntry(tx, id);
  await tx.db.deleteFrom('post_addresses').where('post_id', '=', id).execute();
  await tx.db.deleteFrom('posts').where('id', '=', id).execute();
  tx.deleted(id);
}

export type Erasable = {
  id: number;
  kind: PostKind;
  version: number;
  vote_count: number;
  post_version: number | null;
  /** Comments that the import did not bring. */
  own_comments: number;
};

/** A post of an import, as far as it matters for whether it was changed since. */
export async function erasablePost(db: Db, importId: number, id: number): Promise<Erasable | undefined> {
  return db
    .selectFrom('posts as p')
    .innerJoin('import_items as i', 'i.post_id', 'p.id')
    .select(['p.id', 'p.kind', 'p.version', 'p.vote_count', 'i.post_version'])
    .select((eb) =>
      eb
        .selectFrom('comments as c')
        .leftJoin('import_items as o', (join) =>
          join.onRef('o.comment_id', '=', 'c.id').on('o.import_id', '=', importId),
        )
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('c.post_id', '=', 'p.id')
        .where('o.id', 'is', null)
        .as('own_comments'),
    )
    .where('p.id', '=', id)
    .where('i.import_id', '=', importId)
    .where('i.comment_id', 'is', null)
    .executeTakeFirst() as Promise<Erasable | undefined>;
}
