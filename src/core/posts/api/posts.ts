import { z } from 'zod';
import { maxPagePathLength, maxWebTitleLength } from '../../../platform/http/api/limits.ts';
import { date, flag, id, isoDate } from '../../../platform/http/api/text.ts';
import { dateInvalid } from '../../../platform/messages/owner.ts';
import { author } from '../../accounts/api/profiles.ts';
import { image } from '../../images/api/images.ts';
import { furtherCategory } from '../terms/api/categories.ts';
import { tag } from '../terms/api/tags.ts';
import { comment, type Discussion } from './comment.ts';
import { forEachField, forFields, listedFields, unlistedFields } from './post-fields.ts';
import { postKinds } from './post-kinds.ts';
import { sentFlag, sentImageSettings, sentSettings } from './post-settings.ts';
import { isWebTitle } from './web-titles.ts';
import { draftId, draftState, sentText } from './writing.ts';

const kind = z.enum(postKinds);

const common = {
  id,
  kind,
  ...forFields(listedFields, () => z.string()),
  /** The path of a page, which begins with a slash. */
  post_title_web: z.string(),
  post_content: z.string(),
  post_date: date,
  update_date: date.nullable(),
  img_name: z.string().nullable(),
  cat_path: z.string().nullable(),
  /** What readers see of each segment of cat_path. */
  cat_titles: z.array(z.string()),
  category_id: id.nullable(),
  further_categories: z.array(furtherCategory),
  active: flag,
  vote_count: z.int().nonnegative(),
  /** The description that the author wrote, or the beginning of the text. */
  description: z.string(),
  /** BCP 47; empty: the language of the site. */
  language: z.string(),
  /** Whether the author lets readers comment. */
  comments_open: flag,
  /** Whether readers can comment now: also not once the post is older than the site's number of days. */
  accepts_comments: flag,
  author_id: id.nullable(),
  /** The name of the author under the title; null where the site shows none. */
  byline: z.string().nullable(),
  /** How long it takes to read; 0 while it is not known. */
  reading_minutes: z.int().nonnegative(),
  tags: z.array(tag),
  images: z.array(image),
  /** How many approved comments it has, without mentions by other sites. */
  comments_approved: z.int().nonnegative(),
  /** Oldest first. Of very many, the first ones: the calls for the comments of a post return the others. */
  comment: z.array(comment),
};

/** A post as lists carry it: `post_content` is cut to an excerpt. */
export const card = z.object({ ...common, truncated: z.boolean() }).meta({ id: 'PostCard' });
export type PostCard = z.infer<typeof card>;
/** The part of a post that a link needs. */
export type PostLink = Pick<PostCard, 'id' | 'post_title' | 'post_title_web' | 'post_date'>;

/** Another post or page with the same text in another language. */
const translation = z
  .object({
    id,
    /** BCP 47, also where it is that of the site. */
    language: z.string(),
    post_title: z.string(),
    post_title_web: z.string(),
    /** Visitors see active ones only. */
    active: flag,
  })
  .meta({ id: 'Translation' });
export type Translation = z.infer<typeof translation>;

export const post = z
  .object({
    ...common,
    ...forFields(unlistedFields, () => z.string()),
    /** Null without an author, or without a display name. */
    author: author.nullable(),
    translations: z.array(translation),
    /** On other servers; they are no votes. */
    likes: z.int().nonnegative(),
    reposts: z.int().nonnegative(),
    /** The content as readers see it (highlighted code, image sizes); null when it equals `post_content`. */
    post_content_shown: z.string().nullable(),
    /** The number of saves; a PUT with an older version is answered with 409. */
    version: z.int(),
    /** When an inactive post is published automatically. */
    scheduled_date: date.nullable(),
    /** Whether it is sent to subscribers by mail, and as what; absent for visitors. */
    send_mail: z.boolean().nullable(),
    mail_subject: z.string(),
    mail_preheader: z.string(),
    /** The name of the series that it is a part of, or empty. */
    series: z.string(),
    /** Whether its page shows the main image above the title. */
    hero: flag,
    /** Whether post_date was chosen or is that of the first publication; otherwise the publication sets it. */
    date_given: flag,
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof post>;
/** With all of its approved comments; when there are too many for one page, with their ids instead. */
export type PostOnPage = Post & { discussion: Discussion | null };

/** A post in the list of all posts; its comments may be limited, so their number is included. */
export const adminPost = post
  .extend({
    comment_count: z.int().nonnegative(),
    comments_waiting: z.int().nonnegative(),
    /** Where it was posted on social networks, oldest first. */
    shares: z.array(z.object({ network: z.string(), url: z.string(), date })),
  })
  .meta({ id: 'AdminPost' });
export type AdminPost = z.infer<typeof adminPost>;

export const postCounts = z
  .object({ draft: z.int(), scheduled: z.int(), active: z.int() })
  .meta({ id: 'PostCounts' });
export type PostCounts = z.infer<typeof postCounts>;

/** The post form sends this field without an input for it: empty means absent. */
const givenDate = z
  .union([isoDate, z.null(), z.literal('')], dateInvalid)
  .transform((value) => value || undefined)
  .optional();

/** Chosen by the author; empty means absent. For a page it is a path, whose rules are in `rules/page-paths.ts`. */
const givenWebTitle = z
  .string()
  .normalize('NFC')
  .max(maxPagePathLength, `At most ${maxPagePathLength} characters, please.`)
  .refine(
    (value) => value === '' || value.startsWith('/') || isWebTitle(value),
    'A web title is made of small letters (a-z, or those of another script), digits and single dashes, like tea-at-four.',
  )
  .refine(
    (value) => value.length <= maxWebTitleLength || value.startsWith('/'),
    `At most ${maxWebTitleLength} characters, please.`,
  )
  .transform((value) => value || undefined)
  .optional();

/** A time in the future schedules the post, a time in the past publishes it at once. */
const schedule = z.union([isoDate, z.null()], dateInvalid).optional();

/** Drafts that the saved text comes from; they are deleted with the save unless they have changed since. */
const drafts = z.array(draftState).max(10).optional();

export const newPost = z.object({
  /** It cannot be changed later. */
  kind: kind.default('post'),
  ...forEachField((name) => sentText(name).default('')),
  post_title_web: givenWebTitle,
  active: sentFlag.default(false),
  post_date: givenDate,
  scheduled_date: schedule,
  ...sentSettings,
  drafts,
  /**
   * Makes the call idempotent: if a call with the same id has created a post, its response is that post, with status 200, and
   * nothing is changed.
   */
  creation_id: draftId.optional(),
});
export type NewPost = z.infer<typeof newPost>;

export const postChange = z.object({
  /** Only as it is: a page stays a page. */
  kind: kind.optional(),
  ...forEachField((name) => sentText(name).optional()),
  post_title_web: givenWebTitle,
  active: sentFlag.optional(),
  post_date: givenDate,
  scheduled_date: schedule,
  ...sentSettings,
  ...sentImageSettings,
  version: z.int().optional(),
  drafts,
});
export type PostChange = z.infer<typeof postChange>;

/** The current web title of a post; null when it was deleted. */
export const currentWebTitle = z
  .object({ post_title_web: z.string().nullable() })
  .meta({ id: 'CurrentWebTitle' });
export type CurrentWebTitle = z.infer<typeof currentWebTitle>;

export const postStatus = z.object({ id, active: flag }).meta({ id: 'PostStatus' });
