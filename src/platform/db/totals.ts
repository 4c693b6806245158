import type { Db } from './open.ts';
import { prepared } from './prepared.ts';
import type { ListingKind } from './schema.ts';

/** Triggers of the database keep them (`total-triggers.ts`); a total can have several rows. */
const all = prepared((db) =>
  db
    .selectFrom('totals')
    .select((eb) => ['name', eb.fn.sum<number>('total').as('total')])
    .groupBy('name'),
);

/** The sum of the totals whose names match. */
const sumOf = (rows: Awaited<ReturnType<typeof all>>, matches: (name: string) => boolean): number =>
  rows.filter(({ name }) => matches(name)).reduce((sum, { total }) => sum + Number(total), 0);

export type CommentFilter = { approved?: boolean | undefined; verdict?: number | undefined };

export async function countComments(db: Db, { approved, verdict }: CommentFilter): Promise<number> {
  return sumOf(await all(db), (name) => {
    const [what, state, judged] = name.split(':');
    return (
      what === 'comments' &&
      (approved === undefined || state === (approved ? '1' : '0')) &&
      (verdict === undefined || judged === String(verdict))
    );
  });
}

export const countVotes = async (db: Db): Promise<number> => sumOf(await all(db), (name) => name === 'votes');

export async function countImages(db: Db): Promise<{ count: number; bytes: number }> {
  const rows = await all(db);
  return {
    count: sumOf(rows, (name) => name === 'images'),
    bytes: sumOf(rows, (name) => name === 'image_bytes'),
  };
}

type SubscriberCount = { all: number; active: number; weekly: number; bounced: number };

export async function countSubscribers(db: Db): Promise<SubscriberCount> {
  const rows = (await all(db)).filter(({ name }) => name.startsWith('subscribers:'));
  const of = (part: string) => sumOf(rows, (name) => name.split(':').includes(part));
  return { all: of('subscribers'), active: of('active'), weekly: of('weekly'), bounced: of('bounced') };
}

/** The stored totals of these lists; the lists of all posts and pages have no name. */
export async function countListed(db: Db, kinds: readonly ListingKind[], name = ''): Promise<number> {
  const { total } = await db
    .selectFrom('listing_totals')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'))
    .where('kind', 'in', kinds)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
