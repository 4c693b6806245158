import type { Setting } from '../../../../platform/admin/settings/setting.ts';

export const siteFields = {
  site_name: { label: 'Site name' },
  tagline: { label: 'Tagline', hint: 'A short line under the site name, on every page. Optional.' },
  site_description: {
    label: 'Description',
    hint: 'For search engines, feeds and link previews, and at the top of the first page.',
  },
} satisfies Record<string, Setting>;

export const languageFields = {
  language: { label: 'Language' },
  time_zone: { label: 'Time zone' },
} satisfies Record<string, Setting>;

export const writingFields = {
  web_titles: { label: 'Web titles', hint: 'How the URL of a post is made from its title.' },
  show_single_author: {
    label: 'Name the author below titles while the site has only one author',
    hint: 'With two authors or more, each post names its author.',
  },
} satisfies Record<string, Setting>;

export const announcementFields = {
  title: { label: 'Title' },
  message: { label: 'Message', hint: 'Links are allowed.' },
  active: { label: 'Show it on the public pages' },
} satisfies Record<string, Setting>;

export const appearanceFields = {
  look: { label: 'Look' },
  theme_color: { label: 'Accent color' },
  type_pairing: { label: 'Type' },
  layout: { label: 'Layout' },
  css: {
    label: 'Custom CSS',
    hint: 'For the public pages. Images can come from this site only. If the site can no longer be used, add ?css=off to the URL of any page.',
  },
} satisfies Record<string, Setting>;

export const imageFields = {
  logo: {
    label: 'Logo',
    hint: 'At the top of every page, beside the site name. PNG or WebP with a transparent ground looks best.',
  },
  logo_dark: {
    label: 'Logo in dark mode',
    hint: 'Optional. Without it, a dark logo on a transparent ground gets a light plate.',
  },
  icon: {
    label: 'Icon',
    hint: 'A square of 512 × 512 pixels or more, for browser tabs, bookmarks and home screens. All sizes are made from it.',
  },
  social: {
    label: 'Social image',
    hint: 'Shown when a page without an image of its own is shared. 1200 × 630 pixels.',
  },
} satisfies Record<string, Setting>;

export const logoFields = {
  logo_replaces_name: { label: 'Show the logo instead of the site name' },
} satisfies Record<string, Setting>;

export const footerFields = {
  thank_you_line: { label: 'Thank-you line' },
  fan_site_label: { label: 'Fan site', hint: 'The text of the link.', maxLength: 100 },
  fan_site_url: { label: 'Fan site URL', type: 'url', placeholder: 'https://' },
  contact_email: {
    label: 'Contact email',
    hint: 'Everyone can see it. Empty fields are not shown.',
    type: 'email',
    maxLength: 200,
  },
  footer_text: { label: 'Footer text', hint: 'Below the links of the footer, which are in Menu.' },
} satisfies Record<string, Setting & { type?: string; placeholder?: string; maxLength?: number }>;
