import { commentsById } from '../../core/posts/store/comment-rows.ts';
import { postHead } from '../../core/posts/store/posts.ts';
import { byTitle } from '../../core/posts/store/web-titles.ts';
import type { Blog } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import { maySee, visitor } from '../../platform/http/viewer.ts';
import { commentByOrigin } from './store/inbox.ts';
import { fediverseUrls, objectAt } from './urls.ts';

/** What a reply belongs to. */
export type Parent = { postId: number; parentOriginId: string | null };

export const ownActor = (blog: Blog): string => blog.siteUrl() + fediverseUrls.actor;

/** The post that a URL names: as an object of any version, or as a page. Also one that is not public. */
export async function postAt(blog: Blog, url: string): Promise<number | null> {
  const path = ownPath(blog, url);
  if (path === null) return null;
  const object = objectAt(path);
  if (object) return object.kind === 'post' ? object.id : null;
  const prefix = urls.post('');
  if (!path.startsWith(prefix)) return null;
  const found = await byTitle(blog.db, decoded(path.slice(prefix.length)));
  return found?.post_id ?? null;
}

/** The same, if everyone can see it. */
export async function publicPostAt(blog: Blog, url: string): Promise<number | null> {
  const id = await postAt(blog, url);
  return id !== null && (await isPublic(blog, id)) ? id : null;
}

/** What is replied to: a public post, or a comment under one that came from another server or was sent to one. */
export async function parentAt(blog: Blog, url: string): Promise<Parent | null> {
  const postId = await publicPostAt(blog, url);
  if (postId !== null) return { postId, parentOriginId: null };
  const comment = (await commentByOrigin(blog.db, url)) ?? (await answerAt(blog, url));
  if (!comment?.origin_id || !(await isPublic(blog, comment.post_id))) return null;
  return { postId: comment.post_id, parentOriginId: comment.origin_id };
}

async function answerAt(blog: Blog, url: string) {
  const path = ownPath(blog, url);
  const object = path === null ? null : objectAt(path);
  if (object?.kind !== 'answer') return undefined;
  const [comment] = await commentsById(blog.db, [object.id]);
  return comment?.user_id === null ? undefined : comment;
}

async function isPublic(blog: Blog, id: number): Promise<boolean> {
  const post = await postHead(blog.db, id);
  return post !== undefined && maySee(visitor, post);
}

function ownPath(blog: Blog, url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && parsed.origin === new URL(blog.siteUrl()).origin ? parsed.pathname : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
