import { useHydrated } from './hydrated.ts';

const styles = {
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  full: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof styles;

const formats: Partial<Record<Style, Intl.DateTimeFormat>> = {};

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** By hand: there are many dates on a page of the server, and Intl would take more time than all else in their rows. */
function inWords(date: Date, style: Style): string {
  const day = `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  if (style === 'day') return day;
  const hours = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${day} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

export const inUtc = (date: Date, style: Style): string =>
  style === 'day' ? inWords(date, style) : `${inWords(date, style)} UTC`;

/** A browser's first use of Intl stops a telephone for a tenth of a second; the words of the server need none. */
export function inOwnZone(date: Date, style: Style, language = navigator.language): string {
  if (language === 'en-US') return inWords(new Date(+date - date.getTimezoneOffset() * 60_000), style);
  formats[style] ??= new Intl.DateTimeFormat(undefined, styles[style]);
  return formats[style].format(date);
}

/** A date in the reader's own zone and language; in UTC until the browser has taken over. */
export function ShownDate({
  date,
  style = 'day',
  className,
}: {
  date: string;
  style?: Style;
  className?: string;
}) {
  const show = useHydrated() ? inOwnZone : inUtc;
  return (
    <time dateTime={date} className={className}>
      {show(new Date(date), style)}
    </time>
  );
}
