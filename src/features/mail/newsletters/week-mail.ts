import { escapeHtml } from '../../../platform/web/escape-html.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import { fonts, light } from '../message/palette.ts';
import { type MailSite, newsletterParts, type Parts } from '../queue/parts.ts';

export type WeekEntry = {
  title: string;
  url: string;
  description: string;
  /** BCP 47. */
  language: string;
  /** As readers see it: the day in the time zone of the site. */
  date: string;
  /** The categories of the post and those above them. */
  category_ids: number[];
};

/** The posts of a week. Which of them a subscriber gets depends on the categories that they chose. */
export type WeekSnapshot = {
  kind: 'week';
  site: MailSite;
  subject: string;
  /** Oldest first. */
  entries: WeekEntry[];
};

/** Null: nothing of this week is in these categories. */
export function weekParts(
  { site, subject, entries }: WeekSnapshot,
  { isAll, categoryIds }: { isAll: boolean; categoryIds: readonly number[] },
): Parts | null {
  const chosen = isAll
    ? entries
    : entries.filter(({ category_ids }) => category_ids.some((id) => categoryIds.includes(id)));
  if (chosen.length === 0) return null;
  const { week } = messagesIn(site.language).newsletterMail;
  return newsletterParts(site, {
    language: site.language,
    subject,
    preheader: chosen.map(({ title }) => title).join(' · '),
    html: [heading(week), ...chosen.map(entryHtml)].join('\n'),
    text: [`${week}\n${'='.repeat(Math.min(week.length, 60))}`, ...chosen.map(entryText)].join('\n\n'),
  });
}

const heading = (text: string): string =>
  `<h1 style="margin: 0 0 24px; font: bold 28px/1.25 ${fonts.text}">${escapeHtml(text)}</h1>`;

const entryHtml = ({ title, url, description, language, date }: WeekEntry): string =>
  `<div lang="${escapeHtml(language)}" dir="${textDirection(language)}" style="margin: 0 0 28px">
<h2 style="margin: 0 0 4px; font: bold 20px/1.35 ${fonts.text}"><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></h2>
<p class="quiet" style="margin: 0 0 6px; font: 14px/1.5 ${fonts.ui}; color: ${light.soft}">${escapeHtml(date)}</p>
<p style="margin: 0">${escapeHtml(description)}</p>
</div>`;

const entryText = ({ title, url, description, date }: WeekEntry): string =>
  [title, date, ...(description ? [description] : []), url].join('\n');
