import type { Blog } from '../../platform/blog.ts';
import { mentionsPage } from '../../platform/http/api/limits.ts';
import { postTag, read } from '../../platform/http/cache/reads.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readAuthors } from '../accounts/profiles/authors.ts';
import type { Post, PostOnPage } from '../posts/api/posts.ts';
import { postForPage } from '../posts/posts.ts';
import { presentComment } from '../posts/present.ts';
import { commentsById } from '../posts/store/comment-rows.ts';
import { readSite } from '../site/site.ts';
import type { CommentPage, Comment as Presented, Reactor } from './api/comments.ts';
import { readDiscussion } from './discussions.ts';
import { isMention, pagesOf, threadsOf } from './rules/threads.ts';
import { commentsOnPage, latestReactors } from './store/comment-pages.ts';

/** The post for its own page, by its web title. */
export async function postOnPage(blog: Blog, viewer: Viewer, webTitle: string): Promise<PostOnPage> {
  const { post, hasMoreComments } = await postForPage(blog, viewer, webTitle);
  if (!hasMoreComments) return { ...post, discussion: null };
  const discussion = await read(
    blog,
    (db) => readDiscussion(db, post.id),
    () => [postTag(post.id)],
  );
  return { ...post, comments_approved: discussion.comments, discussion };
}

/** A post on its own page. */
type Discussed = Pick<PostOnPage, 'id' | 'comment' | 'discussion' | 'likes' | 'reposts'>;

/** As many names as one or two lines have room for. */
const maxReactors = 8;

async function reactorsOf(blog: Blog, { id, likes, reposts }: Discussed): Promise<Reactor[]> {
  if (likes + reposts === 0 || !(await readSite(blog)).reaction_names) return [];
  return read(
    blog,
    (db) => latestReactors(db, id, maxReactors),
    () => [postTag(id)],
  );
}

/**
 * A page of the approved comments of a post, as threads, with the mentions by other sites. Without any, there is one empty
 * page. The post carries its comments unless there are too many for one page; then only those of the page are read.
 */
export async function commentPage(blog: Blog, post: Discussed, number: number): Promise<CommentPage> {
  const people = await reactorsOf(blog, post);
  if (!post.discussion) return { ...onPage(carried(post), number), people };
  const page = onPage(post.discussion, number);
  const ids = [
    ...page.threads.flatMap(({ comment, replies }) => [comment, ...replies]),
    ...page.mentions,
  ].map(({ id }) => id);
  const authors = await readAuthors(blog);
  const stored = await read(
    blog,
    (db) => commentsOnPage(db, ids),
    () => [postTag(post.id)],
  );
  const found = new Map(stored.map((comment) => [comment.id, presentComment(comment, authors)]));
  // One that was deleted since is left out.
  const present = (listed: readonly { id: number }[]): Presented[] =>
    listed.flatMap(({ id }) => found.get(id) ?? []);
  return {
    ...page,
    people,
    threads: page.threads.flatMap(({ comment, replies }) =>
      present([comment]).map((first) => ({ comment: first, replies: present(replies) })),
    ),
    mentions: present(page.mentions),
  };
}

/** The page on which an approved comment is shown; null when the post has none with this id. */
export function pageOfComment(post: Discussed, commentId: number): number | null {
  const { pages, mentions } = post.discussion ?? carried(post);
  const isFound = ({ id }: { id: number }) => id === commentId;
  const mention = mentions.findIndex(isFound);
  if (mention >= 0) return 1 + Math.floor(mention / mentionsPage);
  const page = pages.findIndex((threads) =>
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

/** Threads on pages, and mentions, with whole comments or with their ids alone. */
type Divided<Comment> = {
  pages: readonly (readonly { comment: Comment; replies: readonly Comment[] }[])[];
  mentions: readonly Comment[];
};

const carried = ({ comment }: Discussed) => ({
  pages: pagesOf(threadsOf(comment.filter((one) => !isMention(one)))),
  mentions: comment.filter(isMention),
});

function onPage<Comment>({ pages, mentions }: Divided<Comment>, number: number) {
  const from = (number - 1) * mentionsPage;
  return {
    threads: pages[number - 1] ?? [],
    mentions: mentions.slice(from, from + mentionsPage),
    page: number,
    pages: Math.max(1, pages.length, Math.ceil(mentions.length / mentionsPage)),
  };
}
