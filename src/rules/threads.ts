import { commentsPage, threadsPage } from '../contract/limits.ts';

/** What the order of threads needs of a comment. */
export type Threaded = { id: number; parent_id: number | null; source: string };

/** A comment with all replies below it, at whatever depth, in the order of the given comments. */
export type Thread<Comment> = { comment: Comment; replies: Comment[] };

/** Mentions are what other sites say about a post; they are no part of the conversation. */
const mentionSources: readonly string[] = ['pingback', 'trackback'];
export const isMention = ({ source }: { source: string }): boolean => mentionSources.includes(source);

/**
 * The threads of comments that are given in the order in which they are shown. A reply whose parent is not among them begins a
 * thread of its own. A parent has a smaller id than its replies, but may have a later date.
 */
export function threadsOf<Comment extends Threaded>(comments: readonly Comment[]): Thread<Comment>[] {
  const root = new Map<number, number>();
  for (const { id, parent_id } of comments.toSorted((a, b) => a.id - b.id))
    root.set(id, (parent_id !== null && root.get(parent_id)) || id);
  const threads = new Map<number, Thread<Comment>>();
  for (const comment of comments)
    if (root.get(comment.id) === comment.id) threads.set(comment.id, { comment, replies: [] });
  for (const comment of comments) {
    const first = root.get(comment.id) ?? comment.id;
    if (first !== comment.id) threads.get(first)?.replies.push(comment);
  }
  return [...threads.values()];
}

/**
 * Divides threads into pages of at most `threadsPage` threads and `commentsPage` comments. A thread stays whole unless it is
 * longer than a page; then each of its pages begins with its first comment.
 */
export function pagesOf<Comment>(threads: readonly Thread<Comment>[]): Thread<Comment>[][] {
  const pages: Thread<Comment>[][] = [];
  let page: Thread<Comment>[] = [];
  let size = 0;
  for (const thread of threads.flatMap(parts)) {
    const comments = 1 + thread.replies.length;
    if (page.length === threadsPage || size + comments > commentsPage) {
      pages.push(page);
      page = [];
      size = 0;
    }
    page.push(thread);
    size += comments;
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

function parts<Comment>({ comment, replies }: Thread<Comment>): Thread<Comment>[] {
  const most = commentsPage - 1;
  const found = [{ comment, replies: replies.slice(0, most) }];
  for (let from = most; from < replies.length; from += most)
    found.push({ comment, replies: replies.slice(from, from + most) });
  return found;
}
