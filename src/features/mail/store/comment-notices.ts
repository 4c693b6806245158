import type { Db } from '../../../platform/db/open.ts';

/** The verdict of the spam filter on what is probably spam. */
export const likelySpam = 2;

/** Repeated for a comment that waits again: the owner is notified once, of its latest text. */
export async function insertNotices(
  tx: Db,
  commentIds: readonly number[],
  date_added: string,
): Promise<void> {
  await tx
    .insertInto('comment_notices')
    .values(commentIds.map((comment_id) => ({ comment_id, date_added })))
    // An update rather than nothing: it waits for a transaction that takes the row at the same time.
    .onConflict((conflict) =>
      conflict
        .column('comment_id')
        .doUpdateSet((eb) => ({ date_added: eb.ref('comment_notices.date_added') })),
    )
    .execute();
}

/** Since when there are notices of comments that still wait: of all, and of those that are not probably spam. */
export async function oldestNotices(db: Db): Promise<{ any: string | null; fine: string | null }> {
  const waiting = db
    .selectFrom('comment_notices as n')
    .innerJoin('comments as c', 'c.id', 'n.comment_id')
    .select((eb) => eb.fn.min<string | null>('n.date_added').as('date'))
    .where('c.approved', '=', 0);
  const any = await waiting.executeTakeFirstOrThrow();
  const fine = await waiting.where('c.verdict', '<', likelySpam).executeTakeFirstOrThrow();
  return { any: any.date, fine: fine.date };
}

/** Deletes all of them and returns what they were about. `last` is different each time. */
export async function takeNotices(tx: Db): Promise<{ commentIds: number[]; last: number }> {
  const rows = await tx.deleteFrom('comment_notices').returning(['id', 'comment_id']).execute();
  return {
    commentIds: rows.map(({ comment_id }) => comment_id).sort((a, b) => a - b),
    last: rows.reduce((last, { id }) => Math.max(last, id), 0),
  };
}

const idsAtOnce = 1000;

/** Those of the comments that still wait, divided by whether they are probably spam. */
export async function waitingAmong(
  db: Db,
  commentIds: readonly number[],
): Promise<{ fine: number[]; spam: number[] }> {
  const found = { fine: [] as number[], spam: [] as number[] };
  for (let from = 0; from < commentIds.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom('comments')
      .select(['id', 'verdict'])
      .where('id', 'in', commentIds.slice(from, from + idsAtOnce))
      .where('approved', '=', 0)
      .orderBy('id')
      .execute();
    for (const { id, verdict } of rows) found[verdict < likelySpam ? 'fine' : 'spam'].push(id);
  }
  return found;
}

const columns = [
  'c.id',
  'c.post_id',
  'c.user_name',
  'c.comment_text',
  'c.date_added',
  'c.approved',
  'c.author_url',
  'c.source',
  'c.origin_url',
  'p.post_title',
  'p.post_title_web',
] as const;

/** What a mail, or the page behind its links, shows of comments, oldest first. */
export const shownComments = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(columns)
    .where('c.id', 'in', [...ids])
    .orderBy('c.id')
    .execute();

export type ShownComment = Awaited<ReturnType<typeof shownComments>>[number];
