import { z } from 'zod';
import { maxTagLength } from '../../../platform/http/api/limits.ts';
import { givenId, id, text } from '../../../platform/http/api/text.ts';
import { urls } from '../../../platform/http/urls.ts';
import { groupNeedsLabel, menuUrlInvalid } from '../../../platform/messages/owner.ts';

/** Pages of the site itself that a menu can link to. */
export const menuPlaces = {
  home: urls.home,
  archive: urls.archive,
  topics: urls.topics,
  feed: urls.feed,
  search: urls.search,
  there: urls.there,
} as const;
export type MenuPlace = keyof typeof menuPlaces;
const placeNames = Object.keys(menuPlaces) as [MenuPlace, ...MenuPlace[]];

export const menuLimits = { entries: 30, children: 12, label: 100, url: 2000 };

/** Links to other sites: a script in a URL would run on every page. */
export const isMenuUrl = (url: string): boolean =>
  /^(?:https?:\/\/|mailto:[^\s@]+@)\S+$/i.test(url) && URL.canParse(url);

/** By id, so that the link follows a new title or path. A tag that no post uses is deleted, so tags go by name. */
const targetOf = <Id extends z.ZodType<number>>(targetId: Id) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['page', 'post', 'category']), id: targetId }),
    z.object({ kind: z.literal('tag'), name: text(maxTagLength) }),
    z.object({ kind: z.literal('url'), url: text(menuLimits.url).refine(isMenuUrl, menuUrlInvalid) }),
    z.object({ kind: z.literal('place'), place: z.enum(placeNames) }),
  ]);

const sentTarget = targetOf(givenId);
const target = targetOf(id);
export type MenuTarget = z.infer<typeof target>;

/** An empty label stands for the title of the target. */
const sentLink = z.object({ label: text(menuLimits.label).default(''), target: sentTarget });
const sentEntry = sentLink
  .extend({
    /** Null for a label that only groups the links below it. */
    target: sentTarget.nullable(),
    children: z.array(sentLink).max(menuLimits.children).default([]),
  })
  .refine((entry) => entry.target !== null || entry.label.trim() !== '', groupNeedsLabel);
const sentEntries = z.array(sentEntry).max(menuLimits.entries);

/** Of the HTML, and of the text that readers see. */
export const maxFooterTextLength = 10_000;
export const footerTextShown = 2_000;

export const menuChange = z.object({
  /** The version that was edited; if another one is stored, the answer is 409. */
  version: z.int().nonnegative(),
  header: sentEntries,
  footer: sentEntries,
  /** HTML; without it, the text of the footer stays. */
  footer_text: text(maxFooterTextLength).optional(),
});
export type MenuChange = z.infer<typeof menuChange>;
export type StoredLink = z.infer<typeof sentLink>;
export type StoredEntry = z.infer<typeof sentEntry>;
export type StoredMenu = Pick<MenuChange, 'version' | 'header' | 'footer'>;

const link = z.object({
  label: z.string(),
  target,
  /** The title of the target, which an empty label stands for; empty if there is none. */
  title: z.string(),
  url: z.string().nullable(),
  /** Only public targets are shown to readers. */
  state: z.enum(['public', 'not public', 'deleted']),
});
const entry = link.extend({ target: target.nullable(), children: z.array(link) });

export const menu = z
  .object({
    version: z.int(),
    header: z.array(entry),
    footer: z.array(entry),
    footer_text: z.string(),
  })
  .meta({ id: 'Menu' });
export type Menu = z.infer<typeof menu>;
export type MenuEntry = z.infer<typeof entry>;
export type MenuChild = z.infer<typeof link>;

/** What readers see of an entry. The language of the site names places and untitled posts, whose label is empty. */
export type MenuItem = {
  label: string;
  place?: MenuPlace;
  url: string | null;
  children: readonly MenuItem[];
};
export type PublicMenu = { header: readonly MenuItem[]; footer: readonly MenuItem[] };
