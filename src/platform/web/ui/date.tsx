import { createContext, use } from 'react';

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const styles = {
  day,
  medium: { ...day, month: 'short' },
  short: { month: 'short', day: 'numeric' },
  full: { ...day, hour: 'numeric', minute: '2-digit' },
} as const;

export type DateStyle = keyof typeof styles;
export type FormatDate = (date: Date, style: DateStyle) => string;

/** Formats dates in a language and a time zone; without them, in those of the browser. Times in a given zone name it. */
export function dateFormat(language?: string, timeZone?: string): FormatDate {
  const formats: Partial<Record<DateStyle, Intl.DateTimeFormat>> = {};
  return (date, style) => {
    formats[style] ??= new Intl.DateTimeFormat(language, {
      ...styles[style],
      timeZone,
      timeZoneName: timeZone && style === 'full' ? 'short' : undefined,
    });
    return formats[style].format(date);
  };
}

let ofDocument: FormatDate | undefined;

/** In islands: the language and time zone of the document. */
const inDocument: FormatDate = (date, style) => {
  const { lang, dataset } = document.documentElement;
  ofDocument ??= dateFormat(lang, dataset.timeZone);
  return ofDocument(date, style);
};

/** The date format. Public pages are cached for all readers, so they use the language and time zone of the site. */
export const DateFormat = createContext(inDocument);

export function FormattedDate({
  date,
  style = 'day',
  className,
}: {
  date: string;
  style?: DateStyle;
  className?: string;
}) {
  return (
    <time dateTime={date} className={className}>
      {use(DateFormat)(new Date(date), style)}
    </time>
  );
}
