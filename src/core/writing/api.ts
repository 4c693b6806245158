import { z } from 'zod';
import { maxCheckedLinks, maxCommentLength, maxNameLength } from '../../platform/http/api/limits.ts';
import { date, id, isoDate, text } from '../../platform/http/api/text.ts';
import { snippetUnnamed } from '../../platform/messages/owner.ts';
import { draftId } from '../posts/api/writing.ts';

const snippetName = text(60)
  .transform((name) => name.trim())
  .refine((name) => name !== '', snippetUnnamed);

export const newSnippet = z.object({ name: snippetName, html: z.string().max(100_000) });
export const bySnippetName = z.object({ name: snippetName });
export const snippet = z.object({ name: z.string(), html: z.string() }).meta({ id: 'Snippet' });
export type Snippet = z.infer<typeof snippet>;

/** The text of a post as it is in the form. */
export const writtenText = z.object({
  id: id.nullable(),
  post_title: z.string().max(1000),
  post_title_web: z.string().max(1000),
  post_content: z.string(),
});
export type WrittenText = z.infer<typeof writtenText>;

const linkablePost = z.object({ id, post_title: z.string(), post_title_web: z.string() });
export type LinkablePost = z.infer<typeof linkablePost>;
export const similarPosts = z
  .object({ link_to: z.array(linkablePost), linked_from: z.array(linkablePost) })
  .meta({ id: 'SimilarPosts' });
export type SimilarPosts = z.infer<typeof similarPosts>;

export const linksToCheck = z.object({
  urls: z.array(z.url({ protocol: /^https?$/ }).max(2000)).max(maxCheckedLinks),
});
export const checkedLink = z
  .object({
    url: z.string(),
    /** `unclear`: the server did not say whether the page exists. */
    state: z.enum(['works', 'moved', 'broken', 'unclear']),
    /** Where it moved to, or why. */
    detail: z.string(),
  })
  .meta({ id: 'CheckedLink' });
export type CheckedLink = z.infer<typeof checkedLink>;

/** Of one text, in characters of HTML: about 80,000 words. */
const maxCutLength = 500_000;
const maxPlaceLength = 200;

/** Text that was deleted while writing. */
export const cut = z
  .object({
    id: z.string(),
    post_id: id.nullable(),
    creation_id: z.string(),
    /** Null if the post was never saved. */
    post_title: z.string().nullable(),
    html: z.string(),
    place: z.string(),
    date,
  })
  .meta({ id: 'Cut' });
export type Cut = z.infer<typeof cut>;

export const newCut = z.object({
  post_id: id.nullable(),
  creation_id: draftId,
  html: z.string().max(maxCutLength),
  place: text(maxPlaceLength),
  /** When it was deleted: the browser may have been offline since. */
  date: isoDate,
  sequence: z
    .int()
    .nonnegative()
    .max(2 ** 31 - 1),
});
export type NewCut = z.infer<typeof newCut>;

export const cutId = z.object({ id: z.string() }).meta({ id: 'CutId' });

/** In any script, a form with all of them is small enough for a request of a visitor. */
export const maxQuoteLength = 500;
export const maxRemarkLength = 3000;
export const maxWordingLength = 3000;

/** What an invited reader says about a post. */
export const remark = z
  .object({
    id,
    name: z.string(),
    /** The text of the paragraph when the remark was made; empty if it is about the whole post. */
    paragraph: z.string(),
    quote: z.string(),
    remark: z.string(),
    /** The paragraph as the reader would write it; empty without a proposal. */
    proposal: z.string(),
    answer: z.string(),
    resolved: z.boolean(),
    date,
  })
  .meta({ id: 'Remark' });
export type Remark = z.infer<typeof remark>;

/** With the HTML of the paragraph, which a proposal is merged with. */
export const ownRemark = remark.extend({ paragraph_html: z.string() }).meta({ id: 'OwnRemark' });
export type OwnRemark = z.infer<typeof ownRemark>;

export const newRemark = z.object({
  name: text(maxNameLength).default(''),
  /** The key of a paragraph; empty for the paragraph that contains the quote, or for the whole post. */
  paragraph: z
    .string()
    .regex(/^[\w-]{0,20}$/)
    .default(''),
  quote: text(maxQuoteLength).default(''),
  remark: text(maxRemarkLength).default(''),
  /** Instead of the quote, or else of the whole paragraph. */
  wording: text(maxWordingLength).default(''),
});
export type NewRemark = z.infer<typeof newRemark>;

export const remarkChange = z.object({ answer: text(maxCommentLength), resolved: z.boolean() });

/** What people with a preview link see besides the post: the remarks that were made with this link. */
export type Remarks = { remarks: Remark[]; paragraphs: { key: string; text: string }[] };
