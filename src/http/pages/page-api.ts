import { actorOf } from '../../blog/activity.ts';
import { listKey, postKey, siteKey } from '../../blog/blog.ts';
import { addComment } from '../../blog/comments/comments.ts';
import { listExists } from '../../blog/posts/list-exists.ts';
import { listingsOf, listPosts, postByWebTitle, relatedLinks } from '../../blog/posts/posts.ts';
import { previewedPost } from '../../blog/posts/previews.ts';
import { searchPosts } from '../../blog/posts/search.ts';
import { hasVoted, vote } from '../../blog/posts/votes.ts';
import { currentWebTitle } from '../../blog/posts/web-titles.ts';
import { readFrame } from '../../blog/site/site.ts';
import { newComment } from '../../contract/comments.ts';
import { Problem } from '../../contract/errors.ts';
import { noFilter, relatedSize } from '../../contract/limits.ts';
import { cleanText } from '../../contract/text.ts';
import { visitorKey } from '../../rules/ip-addresses.ts';
import type { Viewer } from '../../rules/viewer.ts';
import type { Api } from '../../web/api.ts';
import type { Dependencies, Record } from '../cache/dependencies.ts';
import type { RequestContext, Site } from '../context.ts';

/** How long the random choice of related posts stays on a cached page. */
const renewMs = 30_000;

/** How each call is answered. A call that records nothing makes its page one for this request alone. */
type Recorded = {
  [Name in keyof Api]: (record: Record, ...values: Parameters<Api[Name]>) => ReturnType<Api[Name]>;
};

/** The API of pages that are made on the server: the blog itself, seen by this viewer. */
export function pageApi(
  site: Site,
  viewer: Viewer,
  { ip: address, cookies }: Pick<RequestContext, 'ip' | 'cookies'>,
  dependencies: Dependencies,
): Api {
  const blog = { ...site.blog, actor: actorOf(viewer, address, '') };
  const postKeys = (posts: readonly { id: number }[]) => posts.map(({ id }) => postKey(id));
  const count = (kind: 'vote' | 'comment') => {
    if (!viewer.admin) site.rateLimiters[kind](visitorKey(address), blog.now().getTime());
  };
  const calls: Recorded = {
    frame: (record) => {
      record(siteKey);
      return readFrame(blog);
    },
    posts: async (record, page, { category = noFilter, tag = noFilter }) => {
      const query = { ...page, category: cleanText(category), tag: cleanText(tag) };
      const listings = listingsOf(query).filter((listing) => listing !== undefined);
      const list = await listPosts(blog, query);
      // Empty lists have as many names as anyone cares to invent, so their pages stay out of the cache.
      const isInvented = page.offset > 0 || listings.some(({ kind }) => kind !== 'all');
      const isEmpty = list.cards.length === 0 && isInvented;
      if (!isEmpty) record(...listings.map(listKey), ...postKeys(list.cards));
      else if (!(await listExists(blog, viewer, query))) dependencies.isMissing = true;
      return list;
    },
    post: async (record, webTitle) => {
      const post = await postByWebTitle(blog, viewer, cleanText(webTitle));
      record(postKey(post.id));
      return post;
    },
    related: async (record, topic, exceptId) => {
      record(listKey({ kind: 'topic', name: topic }));
      const related = await relatedLinks(blog, topic, exceptId);
      record(...postKeys(related));
      // With more posts than are shown, the choice is another one now and then.
      if (related.length === relatedSize) dependencies.renewMs = renewMs;
      return related;
    },
    currentWebTitle: (_, of) =>
      currentWebTitle(blog, viewer, 'title' in of ? { title: cleanText(of.title) } : of),
    preview: (_, token) => previewedPost(blog, token),
    search: (_, query, page) => searchPosts(blog, query, page),
    hasVoted: (_, postId) => hasVoted(blog, postId, address),
    vote: async (_, postId) => {
      count('vote');
      return vote(blog, viewer, postId, address);
    },
    comment: async (_, postId, input) => {
      const checked = newComment.safeParse(input);
      if (!checked.success)
        throw new Problem('invalid', checked.error.issues[0]?.message ?? 'This is not valid.');
      count('comment');
      return addComment(blog, viewer, postId, checked.data, { address, since: site.jar.since(cookies) });
    },
  };
  return recordedApi(calls, dependencies);
}

function recordedApi(calls: Recorded, dependencies: Dependencies): Api {
  const names = Object.keys(calls) as (keyof Api)[];
  const recorded = names.map((name) => [name, dependencies.recorded(calls[name] as never)]);
  return Object.fromEntries(recorded) as Api;
}
