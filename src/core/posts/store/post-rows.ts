import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';
import { commentsAtOnce, commentsPage } from '../../../platform/http/api/limits.ts';
import { parseImages, type StoredImage } from '../../images/store/image-rows.ts';
import { listedFields, unlistedFields } from '../api/post-fields.ts';
import type { StoredTag } from '../terms/store/tags.ts';
import { commentRows, parseComments, type StoredComment } from './comment-rows.ts';

/** A category of a post besides its main one; `titles` as in `categories`. */
type StoredFurtherCategory = { id: number; category_path: string; titles: string };

/** Where a post was posted, once it worked. */
export type StoredShare = { network: string; url: string; date: string };

export const parseShares = (json: string): StoredShare[] =>
  (JSON.parse(json) as StoredShare[]).map((share) => ({ ...share, date: iso(share.date) }));

const parseTags = (json: string): StoredTag[] => JSON.parse(json);

const parseFurther = (json: string): StoredFurtherCategory[] => JSON.parse(json);

export type StoredPost = StoredRow<'posts', unknown, (typeof headNames)[number]> & {
  cat_path: string | null;
  /** `categories.titles` of the main category. */
  cat_titles: string | null;
  tags: StoredTag[];
  further_categories: StoredFurtherCategory[];
  images: StoredImage[];
  /** The oldest, at most `commentsAtOnce`. */
  comments: StoredComment[];
  /** Whether they were left out, because there are too many for one page. */
  hasMoreComments: boolean;
  /** Without mentions. */
  comments_approved: number;
};
export type StoredCard = StoredPost & StoredRow<'posts', unknown, 'card_html' | 'card_truncated'>;
export type StoredFullPost = StoredPost &
  StoredRow<
    'posts',
    unknown,
    (typeof unlistedFields)[number] | 'shown_html' | 'send_mail' | 'mail_subject' | 'mail_preheader'
  > & {
    /** On other servers. */
    likes: number;
    reposts: number;
  };

/**
 * 'first': the first few, those that wait before the others. 'page': the approved ones for the page of the post, none when it
 * cannot show all of them. 'none': a card shows only their number.
 */
export type Comments = 'approved' | 'all' | 'first' | 'page' | 'none';
const fewComments = 5;

const ofPost = <Name extends string>(names: readonly Name[]) => names.map((name) => `p.${name}` as const);

const headNames = [
  'id',
  'kind',
  ...listedFields,
  'post_title_web',
  'post_date',
  'update_date',
  'first_active_date',
  'active',
  'category_id',
  'vote_count',
  'version',
  'scheduled_date',
  'date_given',
  'description',
  'language',
  'reading_minutes',
  'comments_open',
  'author_id',
  'translation_group',
  'series',
  'hero',
] as const;
export const headColumns = ofPost(headNames);
export const cardColumns = [...headColumns, 'p.card_html', 'p.card_truncated'] as const;
export const mailColumns = ['p.send_mail', 'p.mail_subject', 'p.mail_preheader'] as const;
export const fullColumns = [
  ...headColumns,
  ...ofPost(unlistedFields),
  'p.shown_html',
  ...mailColumns,
] as const;

export const approvedCount = sql<number>`(select count(*) from comments
  where post_id = p.id and approved = 1 and source not in ('pingback', 'trackback'))`;

/** Right when one page can show all of them; otherwise the outlines tell. */
const countOnPage = sql<number>`(select count(*) from (
    select source from comments where post_id = p.id and approved = 1 limit ${sql.lit(commentsPage)}
  ) as c where source not in ('pingback', 'trackback'))`;

const reactionCount = (kind: Schema['reactions']['kind']) => sql<number>`(select count(*) from reactions
  where post_id = p.id and kind = ${sql.lit(kind)})`;
export const reactionCounts = [
  reactionCount('like').as('likes'),
  reactionCount('repost').as('reposts'),
] as const;

/** The post's tags, images and comments ride along as JSON, so that a list is one query whatever its length. */
export function postParts(db: Db, comments: Comments) {
  const { jsonRows } = dialectOf(db);
  const ref = sql.ref;
  const approved = sql`and approved = 1 order by comments.date_added, comments.id`;
  const chosen = {
    approved: sql`${approved} limit ${sql.lit(commentsAtOnce)}`,
    page: approved,
    all: sql`order by comments.date_added, comments.id limit ${sql.lit(commentsAtOnce)}`,
    first: sql`order by approved, comments.date_added, comments.id limit ${sql.lit(fewComments)}`,
    none: sql``,
  }[comments];
  return [
    (comments === 'page' ? countOnPage : approvedCount).as('comments_approved'),
    sql<string>`(select category_path from categories where categories.id = p.category_id)`.as('cat_path'),
    sql<string>`(select titles from categories where categories.id = p.category_id)`.as('cat_titles'),
    jsonRows(
      { id: ref('t.id'), tag_name: ref('t.tag_name'), display_name: ref('t.display_name') },
      sql`(select post_tags.id, tags.tag_name, tags.display_name
           from post_tags join tags on tags.id = post_tags.tag_id
           where post_tags.post_id = p.id order by tags.name_key, tags.tag_name) as t`,
    ).as('tags'),
    jsonRows(
      { id: ref('f.id'), category_path: ref('f.category_path'), titles: ref('f.titles') },
      sql`(select categories.id, categories.category_path, categories.titles
           from post_categories join categories on categories.id = post_categories.category_id
           where post_categories.post_id = p.id order by categories.category_path) as f`,
    ).as('further_categories'),
    jsonRows(
      {
        id: ref('i.id'),
        post_id: ref('i.post_id'),
        hash: ref('i.hash'),
        variants: ref('i.variants'),
        width: ref('i.width'),
        height: ref('i.height'),
        color: ref('i.color'),
        alt: ref('i.alt'),
        main_image: ref('i.main_image'),
        social_image: ref('i.social_image'),
        focal_x: ref('i.focal_x'),
        focal_y: ref('i.focal_y'),
        bytes: ref('i.bytes'),
        date_added: ref('i.date_added'),
      },
      sql`(select * from images where images.post_id = p.id order by images.id) as i`,
    ).as('images'),
    (comments === 'page' ? unlessMany : comments === 'none' ? none : all)(
      commentRows(db, sql`(select * from comments where comments.post_id = p.id ${chosen}) as c`),
    ).as('comments'),
  ] as const;
}

const all = (rows: RawBuilder<string>) => rows;
const none = () => sql<string>`'[]'`;

const unlessMany = (rows: RawBuilder<string>) => sql<string>`case when exists (
    select 1 from comments where post_id = p.id and approved = 1 limit 1 offset ${sql.lit(commentsPage)}
  ) then ${sql.lit(leftOut)} else ${rows} end`;
const leftOut = 'null';

type Row<Columns> = Columns & {
  cat_path: string | null;
  cat_titles: string | null;
  tags: string;
  further_categories: string;
  images: string;
  comments: string;
};

/** In place: copying a row with so many columns takes longer than all the rest. */
export const unpackPost = <Columns>(row: Row<Columns>) =>
  Object.assign(row, {
    tags: parseTags(row.tags),
    further_categories: parseFurther(row.further_categories),
    images: parseImages(row.images),
    comments: row.comments === leftOut ? [] : parseComments(row.comments),
    hasMoreComments: row.comments === leftOut,
  });
