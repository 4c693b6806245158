import { z } from 'zod';
import { id, text } from '../../../platform/http/api/text.ts';
import {
  colorInvalid,
  emailInvalid,
  fediverseNameInvalid,
  invalidUrl,
  siteLanguageInvalid,
  siteNameEmpty,
  timeZoneInvalid,
} from '../../../platform/messages/owner.ts';
import { canonicalLanguage, isTimeZone } from '../../../platform/web/languages.ts';
import { layouts, typePairings } from '../looks/look.ts';
import { lookNames } from '../looks/looks.ts';
import { maxFooterTextLength, type PublicMenu } from './menu.ts';

const optionalUrl = text(2000).refine((value) => value === '' || /^https?:\/\/\S+$/.test(value), invalidUrl);

const webTitleForms = ['transliterate', 'unicode'] as const;
export type WebTitleForm = (typeof webTitleForms)[number];

/** article: title, excerpt and link; note: the whole text. */
const fediverseForms = ['off', 'article', 'note'] as const;

export const siteSettings = z
  .object({
    site_name: text(100).refine((name) => name.trim() !== '', siteNameEmpty),
    /** A short line beside the site name; empty: none. */
    tagline: text(150),
    /** Whether the logo stands in for the site name in the header, instead of beside it. */
    logo_replaces_name: z.boolean(),
    site_description: text(500),
    thank_you_line: text(300),
    fan_site_url: optionalUrl,
    fan_site_label: text(100),
    contact_email: text(200).refine((value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value), emailInvalid),
    /** HTML, sanitized when it is saved. */
    footer_text: text(maxFooterTextLength),
    /** Whether posts name their author although the site has only one. */
    show_single_author: z.boolean(),
    /** BCP 47. Texts for readers, dates, feeds and metadata are in this language. */
    language: z
      .string()
      .refine((tag) => canonicalLanguage(tag) !== null, siteLanguageInvalid)
      .overwrite((tag) => canonicalLanguage(tag) ?? tag),
    /** A name of the IANA database. */
    time_zone: z.string().refine(isTimeZone, timeZoneInvalid),
    /** Whether web titles keep letters of scripts other than Latin. */
    web_titles: z.enum(webTitleForms),
    theme_color: z.string().regex(/^#[0-9a-f]{6}$/i, colorInvalid),
    type_pairing: z.enum(typePairings),
    layout: z.enum(layouts),
    look: z.enum(lookNames),
    /** After how many days comments of a post are closed; 0: never. */
    close_comments_days: z.int().min(0).max(36_500),
    /** Whether posts name people who liked or reposted them elsewhere. */
    reaction_names: z.boolean(),
    /** Whether mentions of posts by other sites are received, and other sites notified of links to them. */
    webmention: z.boolean(),
    /** Whether the blog can be followed from Mastodon and others, and whether posts are sent as a preview or whole. */
    fediverse: z.enum(fediverseForms),
    /** The part of the blog's fediverse address before its host. */
    fediverse_name: z.string().regex(/^[a-z0-9_]{1,30}$/i, fediverseNameInvalid),
    /** An account of the owner elsewhere whose followers may move to the blog, and one to which those of the blog move; empty: none. */
    fediverse_alias: optionalUrl,
    fediverse_moved_to: optionalUrl,
    /** Whether replies and likes of what was shared on Bluesky and Mastodon are fetched. */
    social_replies: z.boolean(),
    /** The hub that is notified of new posts; empty: none. */
    websub_hub: optionalUrl,
  })
  .meta({ id: 'Site' });
export type Site = z.infer<typeof siteSettings>;
export const siteChange = siteSettings.partial();

/** The images of the site that the owner uploads; `logo_dark` is the logo on a dark page. */
export const siteImageNames = ['logo', 'logo_dark', 'icon', 'social'] as const;
export type SiteImageName = (typeof siteImageNames)[number];

const siteImage = z
  .object({
    file_path: z.string(),
    width: z.int(),
    height: z.int(),
    /** Differs when the image differs. */
    version: z.string(),
    /** Whether it is dark on a transparent ground, so that it needs a light plate on a dark page. */
    needs_plate: z.boolean(),
  })
  .meta({ id: 'SiteImage' });
export type SiteImage = z.infer<typeof siteImage>;

const optionalImage = siteImage.nullable();
export const siteImages = z
  .object({ logo: optionalImage, logo_dark: optionalImage, icon: optionalImage, social: optionalImage })
  .meta({ id: 'SiteImages' });
export type SiteImages = z.infer<typeof siteImages>;

/** After an upload or a removal; the notes tell the owner how an image was adapted. */
export const changedSiteImages = z
  .object({ images: siteImages, notes: z.array(z.string()) })
  .meta({ id: 'ChangedSiteImages' });
export type ChangedSiteImages = z.infer<typeof changedSiteImages>;

/** The public settings and images, and the base URL of links. Features add fields of their own. */
export const publicSite = siteSettings.extend({ site_url: z.string(), images: siteImages });
export type PublicSite = z.infer<typeof publicSite>;

export const announcement = z
  .object({ id: z.literal(1), title: z.string(), message: z.string(), active: z.boolean() })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof announcement>;

/** The data of the header, footer and announcement of every page. */
export type Frame = {
  site: PublicSite;
  announcement: Announcement;
  menu: PublicMenu;
  /** The URL of the owner's style sheet. */
  customCss: string | null;
};

export const announcementChange = z
  .object({
    title: text(200),
    message: text(2000),
    active: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
  })
  .partial();

/** A forwarding header that was sent by an untrusted client. */
const forwarding = z.object({ header: z.string(), date: z.iso.datetime() });

/** Features add fields of their own. */
export const overview = z.object({
  posts: z.object({ active: z.int(), inactive: z.int() }),
  pages: z.object({ active: z.int(), inactive: z.int() }),
  comments: z.object({ approved: z.int(), waiting: z.int() }),
  votes: z.int(),
  images: z.object({ count: z.int(), bytes: z.int() }),
  database_bytes: z.int(),
  categories: z.int(),
  tags: z.int(),
  recent: z.array(
    z.object({
      kind: z.enum(['post', 'comment', 'image']),
      id,
      date: z.iso.datetime(),
      text: z.string(),
      post_id: id,
      post_title: z.string(),
    }),
  ),
  version: z.string(),
  untrusted_forwarding: forwarding.nullable(),
  /** What is tried again and again without success. */
  failing: z.array(z.object({ work: z.string(), error: z.string() })),
});
export type Overview = z.infer<typeof overview>;

export const shared = z
  .object({ network: z.string(), url: z.string().optional(), error: z.string().optional() })
  .meta({ id: 'Shared' });
export type Shared = z.infer<typeof shared>;
