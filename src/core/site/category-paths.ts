/** A category path has its segments joined by dots. */

export function segments(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Segment 1, the category used for related posts. */
export function topic(path: string): string {
  return segments(path)[0] ?? '';
}

/** 'south-east' becomes 'South East'. */
export function segmentTitle(segment: string): string {
  return segment
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The title of each segment of a path; `stored` is `categories.titles`. */
export function segmentTitles(path: string, stored: string): string[] {
  const own = parsedTitles(stored);
  return segments(path).map((segment, index) => own[index] || segmentTitle(segment));
}

/** What is stored of these titles: '' for those that follow from their segments. */
export function storedTitles(path: string, titles: readonly string[]): string {
  const own = segments(path).map((segment, index) => {
    const title = titles[index] ?? '';
    return title === segmentTitle(segment) ? '' : title;
  });
  return own.some(Boolean) ? JSON.stringify(own) : '';
}

const parsedTitles = (stored: string): string[] => (stored === '' ? [] : JSON.parse(stored));
