import { transliterate } from 'transliteration';
import { webTitleMax } from '../contract/limits.ts';

const longest = webTitleMax;

/** The web title: lowercase ASCII words joined by dashes, at most 80 characters, never empty. */
export function slugOf(title: string): string {
  const words = transliterate(title.normalize('NFKC').replace(/['’]/g, ''))
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return truncated(words?.join('-') ?? '', longest) || 'untitled';
}

/** The n-th candidate for a web title: `base`, `base-2`, `base-3`, … */
export function nextSlug(base: string, n: number): string {
  if (n < 2) return base;
  const suffix = `-${n}`;
  return truncated(base, longest - suffix.length) + suffix;
}

/** Whether a web title was generated from this title, rather than chosen by the author. */
export function isSlugOf(webTitle: string, title: string): boolean {
  const number = Number(/-(\d+)$/.exec(webTitle)?.[1] ?? 1);
  const base = slugOf(title);
  return webTitle === base || webTitle === nextSlug(base, number);
}

function truncated(slug: string, limit: number): string {
  if (slug.length <= limit) return slug;
  const whole = slug.slice(0, slug.lastIndexOf('-', limit));
  const cut = slug.lastIndexOf('-', limit) > limit / 2 ? whole : slug.slice(0, limit);
  return cut.replace(/-$/, '');
}
