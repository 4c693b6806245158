import type { HydrationState } from 'react-router';

/** What the server hands to the browser beside the HTML. */
export type PageData = { hydration: HydrationState; assets: Assets };

export type Assets = {
  /** The script that comes with the content, and the style sheet. */
  start: string;
  styles: readonly string[];
  /** The modules that bring the page to life afterwards. */
  modules: readonly string[];
};

export const pageDataId = 'page-data';

/**
 * The HTML of posts is in the page already, so it is left out of the data and read back from the page: an element
 * that shows a post's HTML carries the post's id in this attribute.
 */
export const htmlAttribute = 'data-post-html';

export const writePageData = (data: PageData): string =>
  JSON.stringify(withoutHtml(data)).replaceAll('<', '\\u003c');

/** By hand, because JSON.stringify is slow as soon as it has to ask somebody about each value. */
function withoutHtml(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutHtml);
  const copy: Record<string, unknown> = {};
  for (const key in value)
    copy[key] =
      key === 'post_content' || key === 'post_content_shown'
        ? null
        : withoutHtml((value as Record<string, unknown>)[key]);
  return copy;
}

export function readPageData(document: Document): PageData {
  const text = document.getElementById(pageDataId)?.textContent ?? '{}';
  return JSON.parse(text, function (this: { id?: number }, key, value) {
    if (key !== 'post_content') return value;
    return document.querySelector(`[${htmlAttribute}="${this.id}"]`)?.innerHTML ?? '';
  });
}
