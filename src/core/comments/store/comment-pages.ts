import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { commentRows, parseComments, type StoredComment } from '../../posts/store/comment-rows.ts';

/** Read from the index alone, as three strings: a row for each of thousands of comments would take longer than the page. */
const outlines = prepared((db, postId: number) => {
  const { jsonValues } = dialectOf(db);
  const { ref } = sql;
  const approved = db
    .selectFrom('comments')
    .select(['id', 'parent_id', sql<boolean>`source in ('pingback', 'trackback')`.as('is_mention')])
    .where('post_id', '=', postId)
    .where('approved', '=', 1)
    .orderBy('date_added')
    .orderBy('id');
  return db
    .selectFrom(approved.as('c'))
    .select([
      jsonValues(ref('c.id')).as('ids'),
      jsonValues(ref('c.parent_id')).as('parents'),
      jsonValues(ref('c.id'), ref('c.is_mention')).as('mentions'),
    ]);
});

/** What the order of threads needs of the approved comments of a post, oldest first. */
type CommentOutlines = {
  comments: { id: number; parent_id: number | null }[];
  mentions: { id: number }[];
};

export async function commentOutlines(db: Db, postId: number): Promise<CommentOutlines> {
  const [row] = await outlines(db, postId);
  if (!row) return { comments: [], mentions: [] };
  const ids: number[] = JSON.parse(row.ids);
  const parents: (number | null)[] = JSON.parse(row.parents);
  const mentions = new Set<number>(JSON.parse(row.mentions));
  const comments = ids.map((id, index) => ({ id, parent_id: parents[index] ?? null }));
  if (mentions.size === 0) return { comments, mentions: [] };
  const isMention = ({ id }: { id: number }) => mentions.has(id);
  return { comments: comments.filter((one) => !isMention(one)), mentions: comments.filter(isMention) };
}

const versions = prepared((db, postId: number) =>
  db
    .selectFrom('comment_versions')
    .select((eb) => eb.fn.sum<number>('version').as('version'))
    .where('post_id', '=', postId),
);

/** Increases whenever the threads of the approved comments of a post change (`073-comment-versions.ts`). */
export async function commentsVersion(db: Db, postId: number): Promise<number> {
  const [row] = await versions(db, postId);
  return Number(row?.version ?? 0);
}

const byIds = prepared((db, ids: string) =>
  db.selectNoFrom(
    commentRows(
      db,
      sql`(select * from comments where ${dialectOf(db).isOneOf(sql.ref('id'), sql.val(ids))}) as c`,
    ).as('comments'),
  ),
);

/** Any number of comments, in no particular order. */
export async function commentsOnPage(db: Db, ids: readonly number[]): Promise<StoredComment[]> {
  const [row] = await byIds(db, JSON.stringify(ids));
  return row ? parseComments(row.comments) : [];
}

/** People who liked or reposted a post elsewhere, each once, the latest first. */
export async function latestReactors(
  db: Db,
  postId: number,
  limit: number,
): Promise<{ name: string; url: string | null }[]> {
  const rows = await db
    .selectFrom('reactions')
    .select((eb) => ['author_name', 'author_url', eb.fn.max('id').as('latest')])
    .where('post_id', '=', postId)
    .groupBy(['author_name', 'author_url'])
    .orderBy('latest', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ author_name, author_url }) => ({ name: author_name, url: author_url }));
}
