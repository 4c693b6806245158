import type { Month } from '../../../../platform/web/calendar.ts';

const numbers = new Map<string, Intl.NumberFormat>();

export function formatNumber(language: string, value: number): string {
  let format = numbers.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numbers.set(language, format);
  }
  return format.format(value);
}

const styles = {
  month: { month: 'long' },
  full: { month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `May`, or `May 2026`, in the language of the site. */
export function monthName(language: string, { year, month }: Month, style: keyof typeof styles): string {
  const key = `${style} ${language}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { ...styles[style], calendar: 'gregory', timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format.format(Date.UTC(year, month - 1));
}

/** The year and month in URLs. */
export const yearText = ({ year }: Pick<Month, 'year'>): string => String(year).padStart(4, '0');
export const monthText = ({ month }: Pick<Month, 'month'>): string => String(month).padStart(2, '0');
