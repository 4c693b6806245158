import { actorOf } from '../blog/activity.ts';
import { postAddress } from '../blog/addresses.ts';
import { listKey, postKey, siteKey } from '../blog/blog.ts';
import { addComment } from '../blog/comments.ts';
import { listingsOf, listPosts, postByWebTitle, relatedLinks } from '../blog/posts.ts';
import { previewedPost } from '../blog/previews.ts';
import { searchPosts } from '../blog/search.ts';
import { readFrame } from '../blog/site.ts';
import { vote } from '../blog/votes.ts';
import { newComment } from '../contract/comments.ts';
import { Problem } from '../contract/errors.ts';
import { noFilter } from '../contract/limits.ts';
import { cleanText } from '../contract/text.ts';
import { visitorKey } from '../rules/addresses.ts';
import type { Viewer } from '../rules/viewer.ts';
import type { Api } from '../web/api.ts';
import type { Site, Visit } from './context.ts';

/**
 * The API of pages that are made on the server: the blog itself, seen by this viewer. `shows` hears of everything that
 * an answer is made of.
 */
export function pageApi(
  site: Site,
  viewer: Viewer,
  { address, cookies }: Pick<Visit, 'address' | 'cookies'>,
  shows: (key: string) => void = () => {},
): Api {
  const blog = { ...site.blog, actor: actorOf(viewer, address, '') };
  const showing = <Post extends { id: number }>(posts: Post[]): Post[] => {
    for (const post of posts) shows(postKey(post.id));
    return posts;
  };
  const one = <Post extends { id: number }>(post: Post): Post => {
    shows(postKey(post.id));
    return post;
  };
  const count = (kind: 'vote' | 'comment') => {
    if (!viewer.admin) site.limits[kind](visitorKey(address), blog.now().getTime());
  };
  return {
    frame: () => {
      shows(siteKey);
      return readFrame(blog);
    },
    signedIn: async () => viewer.admin,
    posts: async (page, { category = noFilter, tag = noFilter }) => {
      const query = { ...page, category: cleanText(category), tag: cleanText(tag) };
      for (const listing of listingsOf(query)) if (listing) shows(listKey(listing));
      const list = await listPosts(blog, query);
      showing(list.cards);
      return list;
    },
    post: async (webTitle) => one(await postByWebTitle(blog, viewer, cleanText(webTitle))),
    address: (of) => postAddress(blog, viewer, 'title' in of ? { title: cleanText(of.title) } : of),
    preview: (token) => previewedPost(blog, token),
    related: async (topic, exceptId) => showing(await relatedLinks(blog, topic, exceptId)),
    search: (query, page) => searchPosts(blog, query, page),
    vote: async (postId) => {
      count('vote');
      return vote(blog, viewer, postId, address);
    },
    comment: async (postId, input) => {
      const checked = newComment.safeParse(input);
      if (!checked.success)
        throw new Problem('invalid', checked.error.issues[0]?.message ?? 'This is not valid.');
      count('comment');
      return addComment(blog, viewer, postId, checked.data, { address, since: site.jar.since(cookies) });
    },
  };
}
