import { z } from 'zod';
import {
  maxFurtherCategories,
  maxMailPreheaderLength,
  maxMailSubjectLength,
  maxPostTags,
  maxSeriesLength,
} from '../../../platform/http/api/limits.ts';
import { flag, givenId, id, isoDate, text } from '../../../platform/http/api/text.ts';
import { dateInvalid, languageInvalid } from '../../../platform/messages/owner.ts';

/** What the author sets about a post besides its text. */
export type PostSettings = {
  /** Empty: the moment of publication. */
  post_date: string;
  category_id: number | null;
  /** Categories besides the main one, by id. */
  further_category_ids: number[];
  tags: string[];
  main_image_id: number | null;
  focal_x: number;
  focal_y: number;
  social_image_id: number | null;
  comments_open: boolean;
  /** BCP 47; empty: the language of the site. */
  language: string;
  /** Null in a new post: the administrator who creates it. */
  author_id: number | null;
  /** One of the posts whose translation it is. */
  translation_of: number | null;
  /** Whether it is sent to subscribers; null until its publication: as the settings of mail say. */
  send_mail: boolean | null;
  /** Empty: the title, and the description. */
  mail_subject: string;
  mail_preheader: string;
  /** The name of the series that it is a part of, or empty. */
  series: string;
  /** Whether its page shows the main image above the title. */
  hero: boolean;
};

/** A flag as forms and earlier clients send it. */
export const sentFlag = z
  .union([z.boolean(), flag, z.literal('true'), z.literal('false'), z.literal('1'), z.literal('0')])
  .transform((value) => value === true || value === 1 || value === 'true' || value === '1');

/** Language, script and region, such as `de`, `zh-Hant` or `pt-BR`. */
const language = z
  .string()
  .regex(/^([a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?)?$/i, languageInvalid)
  .transform((tag) => (tag === '' ? '' : new Intl.Locale(tag).toString()));

const tagName = text(1000);

/** Names, or the tags of a post as the API returns them. */
const tags = z
  .array(z.union([tagName, z.object({ tag_name: tagName }).transform(({ tag_name }) => tag_name)]))
  .max(maxPostTags)
  .transform((names) => [...new Set(names)]);

const percent = z.int().min(0).max(100);

/** 0 and null: none. */
const choice = z.union([givenId, z.literal(0), z.null()]).transform((chosen) => chosen || null);

/** Categories besides the main one. */
const furtherIds = z
  .array(givenId)
  .max(maxFurtherCategories)
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b));

/** In requests each setting is optional: one that is not sent stays as it is. */
export const sentSettings = {
  category_id: choice.optional(),
  further_category_ids: furtherIds.optional(),
  tags: tags.optional(),
  comments_open: sentFlag.optional(),
  language: language.optional(),
  author_id: choice.optional(),
  /** A post to whose translations this one belongs; null: none. */
  translation_of: choice.optional(),
  /** Null: as the settings of mail say when it is published. */
  send_mail: z.union([sentFlag, z.null()]).optional(),
  mail_subject: text(maxMailSubjectLength).optional(),
  mail_preheader: text(maxMailPreheaderLength).optional(),
  series: text(maxSeriesLength)
    .transform((name) => name.trim())
    .optional(),
  hero: sentFlag.optional(),
};

/** Settings of images, which a new post does not have. The focal point is that of the main image. */
export const sentImageSettings = {
  main_image_id: choice.optional(),
  focal_x: percent.optional(),
  focal_y: percent.optional(),
  social_image_id: choice.optional(),
};

/** The settings of a draft; one that is missing is as in the post. */
export const sentDraftSettings = z
  .object({
    ...sentSettings,
    ...sentImageSettings,
    post_date: z.union([isoDate, z.literal('')], dateInvalid).optional(),
  } satisfies Record<keyof PostSettings, z.ZodType>)
  .default({});

export const draftSettings = z
  .object({
    post_date: z.string(),
    category_id: id.nullable(),
    further_category_ids: z.array(id),
    tags: z.array(z.string()),
    main_image_id: id.nullable(),
    focal_x: percent,
    focal_y: percent,
    social_image_id: id.nullable(),
    comments_open: z.boolean(),
    language: z.string(),
    author_id: id.nullable(),
    translation_of: id.nullable(),
    send_mail: z.boolean().nullable(),
    mail_subject: z.string(),
    mail_preheader: z.string(),
    series: z.string(),
    hero: z.boolean(),
  } satisfies Record<keyof PostSettings, z.ZodType>)
  .partial()
  .meta({ id: 'DraftSettings' });
