import { useHydrated } from './hydrated.ts';

const styles = {
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  full: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(date: string, style: keyof typeof styles, here: boolean): string {
  const key = style + here;
  const format =
    formats.get(key) ??
    (here
      ? new Intl.DateTimeFormat(undefined, styles[style])
      : new Intl.DateTimeFormat('en-US', {
          ...styles[style],
          timeZone: 'UTC',
          ...(style === 'full' ? { timeZoneName: 'short' } : {}),
        }));
  formats.set(key, format);
  return format.format(new Date(date));
}

/** A date in the reader's own zone and language; in UTC until the browser has taken over. */
export function ShownDate({
  date,
  style = 'day',
  className,
}: {
  date: string;
  style?: keyof typeof styles;
  className?: string;
}) {
  return (
    <time dateTime={date} className={className}>
      {formatted(date, style, useHydrated())}
    </time>
  );
}
