import { commentsPage, threadsPage } from '../../../platform/http/api/limits.ts';

/** What the order of threads needs of a comment. */
export type Threaded = { id: number; parent_id: number | null };

/** A comment with all replies below it, at whatever depth, in the order of the given comments. */
type Thread<Comment> = { comment: Comment; replies: Comment[] };

/** Mentions are what other sites say about a post; they are no part of the conversation. */
const mentionSources: readonly string[] = ['pingback', 'trackback'];
export const isMention = ({ source }: { source: string }): boolean => mentionSources.includes(source);

/**
 * The threads of comments that are given in the order in which they are shown. A reply whose parent is not among them begins a
 * thread of its own. A parent has a smaller id than its replies, but may have a later date.
 */
export function threadsOf<Comment extends Threaded>(comments: readonly Comment[]): Thread<Comment>[] {
  const answered = new Set<number>();
  for (const { parent_id } of comments) if (parent_id !== null) answered.add(parent_id);
  // The threads of those comments that have replies.
  const threadOf = new Map<number, Thread<Comment>>();
  for (const comment of byId(comments))
    if (answered.has(comment.id))
      threadOf.set(comment.id, threadOf.get(comment.parent_id ?? 0) ?? { comment, replies: [] });
  const threads: Thread<Comment>[] = [];
  for (const comment of comments) {
    const thread = comment.parent_id === null ? undefined : threadOf.get(comment.parent_id);
    if (thread) thread.replies.push(comment);
    else threads.push(threadOf.get(comment.id) ?? { comment, replies: [] });
  }
  return threads;
}

/** A page of threads with further comments: below what they reply to, or at the end. */
export function withOwn<
  Comment extends Threaded,
  Page extends { threads: readonly { comment: Comment; replies: readonly Comment[] }[] },
>(page: Page, own: readonly Comment[]): Page {
  const threads = page.threads.map(({ comment, replies }) => ({ comment, replies: [...replies] }));
  for (const comment of own) {
    const isIn = ({ comment: { id }, replies }: Thread<Comment>) =>
      [id, ...replies.map((reply) => reply.id)].includes(comment.parent_id ?? 0);
    const thread = threads.find(isIn);
    if (thread) thread.replies.push(comment);
    else threads.push({ comment, replies: [] });
  }
  return { ...page, threads };
}

/** They mostly are in this order already, and sorting very many takes long. */
function byId<Comment extends Threaded>(comments: readonly Comment[]): readonly Comment[] {
  const isSorted = comments.every(({ id }, index) => index === 0 || id > (comments[index - 1]?.id ?? 0));
  return isSorted ? comments : comments.toSorted((a, b) => a.id - b.id);
}

/**
 * Divides threads into pages of at most `threadsPage` threads and `commentsPage` comments. A thread stays whole unless it is
 * longer than a page; then each of its pages begins with its first comment.
 */
export function pagesOf<Comment>(threads: readonly Thread<Comment>[]): Thread<Comment>[][] {
  const pages: Thread<Comment>[][] = [];
  let page: Thread<Comment>[] = [];
  let size = 0;
  const add = (thread: Thread<Comment>) => {
    const comments = 1 + thread.replies.length;
    if (page.length === threadsPage || size + comments > commentsPage) {
      pages.push(page);
      page = [];
      size = 0;
    }
    page.push(thread);
    size += comments;
  };
  for (const thread of threads)
    if (thread.replies.length < commentsPage) add(thread);
    else parts(thread).forEach(add);
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
