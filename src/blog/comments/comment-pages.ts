import type { CommentPage, Comment as Presented } from '../../contract/comments.ts';
import { commentsAtOnce, mentionsPage } from '../../contract/limits.ts';
import type { Post } from '../../contract/posts.ts';
import { isMention, pagesOf, type Thread, type Threaded, threadsOf } from '../../rules/threads.ts';
import { commentOutlines, commentsById } from '../../store/comments.ts';
import { readAuthors } from '../authors/authors.ts';
import type { Blog } from '../blog.ts';
import { presentComment } from '../present.ts';
import { postTag, read } from '../reads.ts';

/**
 * A page of the approved comments of a post, as threads, with the mentions by other sites. Without any, there is one empty
 * page. The post carries its first comments, so that only posts with very many need queries.
 */
export async function commentPage(
  blog: Blog,
  { id, comment }: Pick<Post, 'id' | 'comment'>,
  number: number,
): Promise<CommentPage> {
  if (comment.length < commentsAtOnce) return divided(comment, number);
  const outlines = await read(
    blog,
    (db) => commentOutlines(db, id),
    () => [postTag(id)],
  );
  const page = divided(outlines, number);
  const ids = [
    ...page.threads.flatMap(({ comment, replies }) => [comment, ...replies]),
    ...page.mentions,
  ].map((outline) => outline.id);
  const authors = await readAuthors(blog);
  const stored = await read(
    blog,
    (db) => commentsById(db, ids),
    () => [postTag(id)],
  );
  const found = new Map(stored.map((comment) => [comment.id, presentComment(comment, authors)]));
  // One that was deleted since is left out.
  const present = (outlines: readonly Threaded[]): Presented[] =>
    outlines.flatMap((outline) => found.get(outline.id) ?? []);
  return {
    ...page,
    threads: page.threads.flatMap(({ comment, replies }) =>
      present([comment]).map((first) => ({ comment: first, replies: present(replies) })),
    ),
    mentions: present(page.mentions),
  };
}

/** The page on which an approved comment is shown; null when the post has none with this id. */
export async function pageOfComment(
  blog: Blog,
  { id, comment }: Pick<Post, 'id' | 'comment'>,
  commentId: number,
): Promise<number | null> {
  const comments: readonly Threaded[] =
    comment.length < commentsAtOnce
      ? comment
      : await read(
          blog,
          (db) => commentOutlines(db, id),
          () => [postTag(id)],
        );
  const found = comments.find((one) => one.id === commentId);
  if (!found) return null;
  if (isMention(found)) return 1 + Math.floor(comments.filter(isMention).indexOf(found) / mentionsPage);
  const pages = pagesOf(threadsOf(comments.filter((one) => !isMention(one))));
  const has = ({ comment, replies }: Thread<Threaded>) => comment === found || replies.includes(found);
  return 1 + pages.findIndex((threads) => threads.some(has));
}

/** Null unless it is an approved comment of the post. */
export async function approvedComment(
  blog: Blog,
  { id }: Pick<Post, 'id'>,
  commentId: number,
): Promise<Presented | null> {
  const [found] = await read(
    blog,
    (db) => commentsById(db, [commentId]),
    () => [postTag(id)],
  );
  if (!found?.approved || found.post_id !== id) return null;
  return presentComment(found, await readAuthors(blog));
}

function divided<Comment extends Threaded>(comments: readonly Comment[], number: number) {
  const mentions = comments.filter(isMention);
  const pages = pagesOf(threadsOf(comments.filter((comment) => !isMention(comment))));
  const from = (number - 1) * mentionsPage;
  return {
    threads: pages[number - 1] ?? [],
    mentions: mentions.slice(from, from + mentionsPage),
    page: number,
    pages: Math.max(1, pages.length, Math.ceil(mentions.length / mentionsPage)),
  };
}
