import { z } from 'zod';
import { maxDisplayNameLength, maxProfileLinks } from '../../../platform/http/api/limits.ts';
import { id, text } from '../../../platform/http/api/text.ts';
import { adminLanguages } from '../../../platform/messages/languages.ts';
import { linkUrlInvalid, tooManyLinks } from '../messages.ts';

const isLinkUrl = (url: string): boolean =>
  /^https?:\/\/\S+$/i.test(url) ? URL.canParse(url) : /^mailto:[^\s@]+@[^\s@]+$/i.test(url);

const link = z.object({
  label: text(100),
  url: text(2000)
    .transform((url) => url.trim())
    .refine(isLinkUrl, linkUrlInvalid),
});
const profileLink = z.object({ label: z.string(), url: z.string() }).meta({ id: 'ProfileLink' });
export type ProfileLink = z.infer<typeof profileLink>;

/** A square photo in several sizes. */
const authorPhoto = z
  .object({ file_path: z.string(), srcset: z.string(), size: z.int() })
  .meta({ id: 'AuthorPhoto' });
export type AuthorPhoto = z.infer<typeof authorPhoto>;

/** What readers see of an author. */
export const author = z
  .object({
    id,
    display_name: z.string(),
    /** HTML: paragraphs and lists with bold, italic and links. */
    bio: z.string(),
    links: z.array(profileLink),
    photo: authorPhoto.nullable(),
  })
  .meta({ id: 'Author' });
export type Author = z.infer<typeof author>;

/** Of the admin area for this person; empty: that of the site, if the admin area has it, otherwise English. */
const adminLanguage = z.enum(['', ...adminLanguages]);

/** `username` is null for a former administrator. Without a display name, readers see no author. */
export const profile = author
  .extend({ username: z.string().nullable(), you: z.boolean(), version: z.int(), language: adminLanguage })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

/** After an upload or a removal; the notes tell the owner how the photo was adapted. */
export const changedPhoto = z.object({ profile, notes: z.array(z.string()) }).meta({ id: 'ChangedPhoto' });
export type ChangedPhoto = z.infer<typeof changedPhoto>;

export const profileChange = z
  .object({
    display_name: text(maxDisplayNameLength),
    bio: z.string().max(20_000),
    links: z.array(link).max(maxProfileLinks, tooManyLinks(maxProfileLinks)),
    language: adminLanguage,
    /** The version that the change is based on; if the profile has another one, the response is 409. */
    version: z.int(),
  })
  .partial();
export type ProfileChange = z.infer<typeof profileChange>;
