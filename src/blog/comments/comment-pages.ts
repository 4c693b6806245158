import type { CommentPage, Comment as Presented } from '../../contract/comments.ts';
import { mentionsPage } from '../../contract/limits.ts';
import type { Post, PostOnPage } from '../../contract/posts.ts';
import { isMention, pagesOf, type Threaded, threadsOf } from '../../rules/threads.ts';
import { commentsOnPage } from '../../store/comment-pages.ts';
import { commentsById } from '../../store/comments.ts';
import { readAuthors } from '../authors/authors.ts';
import type { Blog } from '../blog.ts';
import { presentComment } from '../present.ts';
import { postTag, read } from '../reads.ts';

/** A post on its own page. */
type Discussed = Pick<PostOnPage, 'id' | 'comment' | 'outlines'>;

/**
 * A page of the approved comments of a post, as threads, with the mentions by other sites. Without any, there is one empty
 * page. The post carries its comments unless there are too many for one page; then only those of the page are read.
 */
export async function commentPage(blog: Blog, post: Discussed, number: number): Promise<CommentPage> {
  if (!post.outlines) return divided(carried(post), number);
  const page = divided(post.outlines, number);
  const ids = [
    ...page.threads.flatMap(({ comment, replies }) => [comment, ...replies]),
    ...page.mentions,
  ].map((outline) => outline.id);
  const authors = await readAuthors(blog);
  const stored = await read(
    blog,
    (db) => commentsOnPage(db, ids),
    () => [postTag(post.id)],
  );
  const found = new Map(stored.map((comment) => [comment.id, presentComment(comment, authors)]));
  // One that was deleted since is left out.
  const present = (outlines: readonly { id: number }[]): Presented[] =>
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
export function pageOfComment(post: Discussed, commentId: number): number | null {
  const { comments, mentions } = post.outlines ?? carried(post);
  const isFound = ({ id }: { id: number }) => id === commentId;
  const mention = mentions.findIndex(isFound);
  if (mention >= 0) return 1 + Math.floor(mention / mentionsPage);
  const page = pagesOf(threadsOf(comments)).findIndex((threads) =>
    threads.some(({ comment, replies }) => isFound(comment) || replies.some(isFound)),
  );
  return page < 0 ? null : 1 + page;
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

type Divided<Comment extends Threaded, Mention> = {
  comments: readonly Comment[];
  mentions: readonly Mention[];
};

const carried = ({ comment }: Discussed): Divided<Presented, Presented> => ({
  comments: comment.filter((one) => !isMention(one)),
  mentions: comment.filter(isMention),
});

function divided<Comment extends Threaded, Mention>(
  { comments, mentions }: Divided<Comment, Mention>,
  number: number,
) {
  const pages = pagesOf(threadsOf(comments));
  const from = (number - 1) * mentionsPage;
  return {
    threads: pages[number - 1] ?? [],
    mentions: mentions.slice(from, from + mentionsPage),
    page: number,
    pages: Math.max(1, pages.length, Math.ceil(mentions.length / mentionsPage)),
  };
}
