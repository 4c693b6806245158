import type { HydrationState } from 'react-router';
import type { Comment } from '../contract/comments.ts';

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
 * What is in the page already is left out of its data and read back from the page: an element that shows a post's HTML
 * carries the post's id in this attribute, and one that shows a comment that of the comment.
 */
export const htmlAttribute = 'data-post-html';
export const commentAttribute = 'data-comment';

export const writePageData = (data: PageData): string =>
  JSON.stringify(withoutShown(data)).replaceAll('<', '\\u003c');

/** By hand, because JSON.stringify is slow as soon as it has to ask somebody about each value. */
function withoutShown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutShown);
  // Cards show their comments only when somebody opens them.
  const showsComments = 'post_content_shown' in value;
  const copy: Record<string, unknown> = {};
  for (const key in value)
    copy[key] =
      key === 'post_content' || key === 'post_content_shown' || (key === 'comment' && showsComments)
        ? null
        : withoutShown((value as Record<string, unknown>)[key]);
  return copy;
}

export function readPageData(document: Document): PageData {
  const text = document.getElementById(pageDataId)?.textContent ?? '{}';
  return JSON.parse(text, function (this: { id: number }, key, value) {
    if (key === 'post_content')
      return document.querySelector(`[${htmlAttribute}="${this.id}"]`)?.innerHTML ?? '';
    return key === 'comment' && value === null ? readComments(document, this.id) : value;
  });
}

function readComments(document: Document, postId: number): Comment[] {
  return [...document.querySelectorAll(`.comment-list > [${commentAttribute}]`)].map((shown) => {
    const text = (selector: string) => shown.querySelector(selector)?.textContent ?? '';
    return {
      id: Number(shown.getAttribute(commentAttribute)),
      post_id: postId,
      user_name: text('.p-author'),
      comment_text: text('.e-content'),
      date_added: shown.querySelector('time')?.dateTime ?? '',
      approved: true,
    };
  });
}
