import type { Setting } from '../../../../platform/admin/settings/setting.ts';
import { t } from '../../../../platform/messages/translate.ts';

export const siteFields = {
  site_name: { label: t('Site name') },
  tagline: { label: t('Tagline'), hint: t('A short line under the site name, on every page. Optional.') },
  site_description: {
    label: t('Description'),
    hint: t('For search engines, feeds and link previews, and at the top of the first page.'),
  },
} satisfies Record<string, Setting>;

export const languageFields = {
  language: { label: t('Language') },
  time_zone: { label: t('Time zone') },
} satisfies Record<string, Setting>;

export const writingFields = {
  web_titles: { label: t('Web titles'), hint: t('How the URL of a post is made from its title.') },
  show_single_author: {
    label: t('Name the author below titles while the site has only one author'),
    hint: t('With two authors or more, each post names its author.'),
  },
} satisfies Record<string, Setting>;

export const announcementFields = {
  title: { label: t('Title') },
  message: { label: t('Message'), hint: t('Links are allowed.') },
  active: { label: t('Show it on the public pages') },
} satisfies Record<string, Setting>;

export const appearanceFields = {
  look: { label: t('Look') },
  theme_color: { label: t('Accent color') },
  type_pairing: { label: t('Type') },
  layout: { label: t('Layout') },
  css: {
    label: t('Custom CSS'),
    hint: t(
      'For the public pages. Images can come from this site only. If the site can no longer be used, add ?css=off to the URL of any page.',
    ),
  },
} satisfies Record<string, Setting>;

export const imageFields = {
  logo: {
    label: t('Logo'),
    hint: t(
      'At the top of every page, beside the site name. PNG or WebP with a transparent ground looks best.',
    ),
  },
  logo_dark: {
    label: t('Logo in dark mode'),
    hint: t('Optional. Without it, a dark logo on a transparent ground gets a light plate.'),
  },
  icon: {
    label: t('Icon'),
    hint: t(
      'A square of 512 × 512 pixels or more, for browser tabs, bookmarks and home screens. All sizes are made from it.',
    ),
  },
  social: {
    label: t('Social image'),
    hint: t('Shown when a page without an image of its own is shared. 1200 × 630 pixels.'),
  },
} satisfies Record<string, Setting>;

export const logoFields = {
  logo_replaces_name: { label: t('Show the logo instead of the site name') },
} satisfies Record<string, Setting>;

export const footerFields = {
  thank_you_line: { label: t('Thank-you line') },
  fan_site_label: { label: t('Fan site'), hint: t('The text of the link.'), maxLength: 100 },
  fan_site_url: { label: t('Fan site URL'), type: 'url', placeholder: 'https://' },
  contact_email: {
    label: t('Contact email'),
    hint: t('Everyone can see it. Empty fields are not shown.'),
    type: 'email',
    maxLength: 200,
  },
  footer_text: { label: t('Footer text'), hint: t('Below the links of the footer, which are in Menu.') },
} satisfies Record<string, Setting & { type?: string; placeholder?: string; maxLength?: number }>;
