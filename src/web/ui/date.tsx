import { createContext, use } from 'react';

const styles = {
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  full: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof styles;

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Not with Intl: formatting the dates of a list would take longer than rendering the rest of it. */
export function inUtc(date: Date, style: Style): string {
  const day = `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  if (style === 'day') return day;
  const hours = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${day} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'} UTC`;
}

/** The date format. Public pages are cached for all readers, so they use the language and time zone of the site. */
export const DateFormat = createContext<(date: Date, style: Style) => string>(inUtc);

const formats: Partial<Record<Style, Intl.DateTimeFormat>> = {};

/** For the admin area: the time zone and language of the browser. */
export function inLocalZone(date: Date, style: Style): string {
  formats[style] ??= new Intl.DateTimeFormat(undefined, styles[style]);
  return formats[style].format(date);
}

export function FormattedDate({
  date,
  style = 'day',
  className,
}: {
  date: string;
  style?: Style;
  className?: string;
}) {
  return (
    <time dateTime={date} className={className}>
      {use(DateFormat)(new Date(date), style)}
    </time>
  );
}
