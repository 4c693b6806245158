import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { ListingKind, Schema } from '../db/schema.ts';

type Place = { kind: ListingKind; name: string };

/** Which lists a post stands in, given its category path and tags. */
function places(path: string | null, tags: readonly string[]): Place[] {
  const segments = path ? path.split('.') : [];
  return [
    { kind: 'all', name: '' },
    ...[...new Set(segments)].map((name) => ({ kind: 'category' as const, name })),
    ...segments.slice(0, 1).map((name) => ({ kind: 'topic' as const, name })),
    ...tags.map((name) => ({ kind: 'tag' as const, name })),
  ];
}

/**
 * Puts a post into the lists where it belongs now, and out of the others. To be called in the transaction that changes
 * its status, date, category or tags; the totals follow, so that no list is ever counted.
 */
export async function relist(db: Db, postId: number): Promise<void> {
  const gone = await db
    .deleteFrom('listings')
    .where('post_id', '=', postId)
    .returning(['kind', 'name'])
    .execute();
  const post = await db
    .selectFrom('posts as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.post_date', 'p.active', 'c.category_path'])
    .where('p.id', '=', postId)
    .executeTakeFirst();

  let wanted: Place[] = [];
  if (post?.active === 1) {
    const tags = await db
      .selectFrom('post_tags as pt')
      .innerJoin('tags as t', 't.id', 'pt.tag_id')
      .select('t.tag_name')
      .where('pt.post_id', '=', postId)
      .execute();
    wanted = places(
      post.category_path,
      tags.map((tag) => tag.tag_name),
    );
    const rows: Schema['listings'][] = wanted.map((place) => ({
      ...place,
      post_id: postId,
      post_date: post.post_date,
      shuffle: randomInt(2 ** 31 - 1),
    }));
    await db.insertInto('listings').values(rows).execute();
  }
  await count(db, gone, wanted);
}

async function count(db: Db, gone: readonly Place[], come: readonly Place[]): Promise<void> {
  const changes = new Map<string, Place & { by: number }>();
  const note = (place: Place, by: number) => {
    const key = `${place.kind} ${place.name}`;
    changes.set(key, { kind: place.kind, name: place.name, by: (changes.get(key)?.by ?? 0) + by });
  };
  for (const place of gone) note(place, -1);
  for (const place of come) note(place, 1);

  // In one order everywhere, so that two transactions cannot wait for each other.
  for (const [, { kind, name, by }] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (by > 0)
      await db
        .insertInto('listing_totals')
        .values({ kind, name, total: by })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'name'])
            .doUpdateSet({ total: sql<number>`listing_totals.total + ${by}` }),
        )
        .execute();
    if (by < 0)
      await db
        .updateTable('listing_totals')
        .set((eb) => ({ total: eb('total', '+', by) }))
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute();
  }
}
