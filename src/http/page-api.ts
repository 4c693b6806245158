import { addComment } from '../blog/comments.ts';
import { listPosts, postById, postByWebTitle, relatedPosts } from '../blog/posts.ts';
import { searchPosts } from '../blog/search.ts';
import { readAnnouncement, readSite } from '../blog/site.ts';
import { vote } from '../blog/votes.ts';
import { newComment } from '../contract/comments.ts';
import { Problem } from '../contract/errors.ts';
import { noFilter } from '../contract/limits.ts';
import { cleanText } from '../contract/text.ts';
import { visitorKey } from '../rules/addresses.ts';
import type { Viewer } from '../rules/viewer.ts';
import type { Api } from '../web/api.ts';
import type { Site } from './context.ts';

/** The API of pages that are made on the server: the blog itself, seen by this viewer. */
export function pageApi(site: Site, viewer: Viewer, address: string): Api {
  const { blog } = site;
  const count = (kind: 'vote' | 'comment') => {
    if (!viewer.admin) site.limits[kind](visitorKey(address), blog.now().getTime());
  };
  return {
    site: async () => ({ ...(await readSite(blog)), site_url: blog.siteUrl() }),
    announcement: () => readAnnouncement(blog),
    signedIn: async () => viewer.admin,
    posts: (page, { category = noFilter, tag = noFilter }) =>
      listPosts(blog, { ...page, category: cleanText(category), tag: cleanText(tag) }),
    post: (webTitle) => postByWebTitle(blog, viewer, cleanText(webTitle)),
    postById: (id) => postById(blog, viewer, id),
    related: (topic, exceptId) => relatedPosts(blog, topic, exceptId),
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
      return addComment(blog, viewer, postId, checked.data);
    },
  };
}
