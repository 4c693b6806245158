import { type DateStyle, dateFormat, type FormatDate } from '../../../platform/web/ui/date.tsx';

/** Posts on a page of a list, and their comments, many times over. */
const most = 5000;

const formats = new Map<string, FormatDate>();

/** The date format of the site. Formatted dates are cached, because formatting those of a list takes longer than rendering it. */
export function siteDates(language: string, timeZone: string): FormatDate {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  formats.clear();
  const format = cached(dateFormat(language, timeZone));
  formats.set(key, format);
  return format;
}

function cached(format: FormatDate): FormatDate {
  const texts: Partial<Record<DateStyle, Map<number, string>>> = {};
  return (date, style) => {
    const known = texts[style] ?? new Map<number, string>();
    texts[style] = known;
    const time = date.getTime();
    const text = known.get(time) ?? format(date, style);
    if (known.size >= most) known.clear();
    known.set(time, text);
    return text;
  };
}
