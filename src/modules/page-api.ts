import { claimApi } from '../core/accounts/pages/claim-api.ts';
import { onlyAuthor } from '../core/accounts/profiles/authors.ts';
import { approvedComment, commentPage, pageOfComment, postOnPage } from '../core/comments/comment-pages.ts';
import { ownComments } from '../core/comments/own-comments.ts';
import type { CommentsApi } from '../core/comments/pages/page-api.ts';
import {
  addCommentRoute,
  approveCommentRoute,
  deleteCommentRoute,
  editCommentRoute,
} from '../core/comments/routes/comments.ts';
import { descriptionOfList, listExists, titleOfList } from '../core/posts/list-exists.ts';
import { archive, archivedPosts, neighbors } from '../core/posts/lists/archive.ts';
import { pageAt } from '../core/posts/page-at.ts';
import { listingsOf, listPosts, noSuchPost, relatedLinks } from '../core/posts/posts.ts';
import { searchPosts } from '../core/posts/search/search.ts';
import { placeInSeries } from '../core/posts/series.ts';
import { listName } from '../core/posts/terms/rules/list-names.ts';
import { voteRoute } from '../core/posts/votes/routes.ts';
import { hasVoted } from '../core/posts/votes/votes.ts';
import { currentWebTitle } from '../core/posts/web-titles.ts';
import { readFrame } from '../core/site/frame.ts';
import { topics } from '../core/taxonomy/topics.ts';
import type { WritingApi } from '../core/writing/page-api.ts';
import { previewedPost } from '../core/writing/previews.ts';
import { remarksAt } from '../core/writing/remarks.ts';
import { remarkRoute, typedPostRoute } from '../core/writing/routes.ts';
import { mailApi } from '../features/mail/pages/mail-api.ts';
import type { Blog } from '../platform/blog.ts';
import { noFilter } from '../platform/http/api/limits.ts';
import { noTransport, perform } from '../platform/http/api/perform.ts';
import { cleanText } from '../platform/http/api/plain-text.ts';
import type { Reads } from '../platform/http/cache/reads.ts';
import type { RequestContext, Site } from '../platform/http/context.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { invalidJson } from '../platform/messages/owner.ts';

/** The parts of all modules. */
export type Api = ReturnType<typeof pageApi>;

/**
 * What public pages can ask while the server renders them. Reads go to the blog, which records what the page depends on;
 * writes go through the same routes as calls of the web API.
 */
export function pageApi(site: Site, blog: Blog & { reads: Reads }, viewer: Viewer, visit: RequestContext) {
  /** The only access to the visitor, so that a page that depends on it is never cached. */
  const visitor = (): RequestContext => {
    blog.reads.isCacheable = false;
    return visit;
  };
  const ofCore: CommentsApi & WritingApi = {
    frame: () => readFrame(blog),
    claim: claimApi(site, blog, visitor),
    author: () => onlyAuthor(blog),
    posts: async (page, { category = noFilter, tag = noFilter }) => {
      const query = { ...page, category: cleanText(category), tag: cleanText(tag) };
      const list = await listPosts(blog, { ...query, hasComments: false });
      const isEmpty = list.cards.length === 0;
      // Any offset can be asked for: pages after the last one would fill the cache.
      if (isEmpty && page.offset > 0) blog.reads.isCacheable = false;
      const exists = !isEmpty || (await listExists(blog, viewer, query));
      const [listing] = listingsOf(query);
      const name = isEmpty && exists ? await titleOfList(blog, listing) : listName(listing, list.cards[0]);
      const description = exists ? await descriptionOfList(blog, listing) : '';
      return { ...list, exists, name, description };
    },
    post: async (webTitle) => {
      // A page has one URL, its path: /post/%2Fabout is none.
      if (webTitle.startsWith('/')) throw noSuchPost();
      const post = await postOnPage(blog, viewer, cleanText(webTitle));
      blog.reads.subject = post.id;
      return post;
    },
    pageAt: async (path) => {
      const found = await pageAt(blog, viewer, path, (title) => postOnPage(blog, viewer, title));
      if (found !== null && typeof found === 'object' && 'page' in found) blog.reads.subject = found.page.id;
      return found;
    },
    comments: (post, page) => commentPage(blog, post, page),
    related: (topic, exceptId) => relatedLinks(blog, topic, exceptId),
    currentWebTitle: (of) =>
      currentWebTitle(blog, viewer, 'title' in of ? { title: cleanText(of.title) } : of),
    preview: (token) => previewedPost(blog, token),
    remarksAt: (token) => remarksAt(blog, token),
    remark: (token, body) => perform(site, remarkRoute, visitor(), viewer, { params: { token }, body }),
    typedPost: (values) =>
      perform(site, typedPostRoute, visitor(), viewer, { params: {}, body: parsed(values) }),
    archive: () => archive(blog),
    archivedPosts: (period, page) => archivedPosts(blog, period, page),
    topics: (page) => topics(blog, page),
    neighbors: (post) => neighbors(blog, post),
    placeInSeries: (post) => placeInSeries(blog, post),
    search: async (query, page) => {
      const found = await searchPosts(blog, query, page);
      if (found.total === 0 && !viewer.admin) visit.searchedInVain = query;
      return found;
    },
    hasVoted: (postId) => hasVoted(blog, postId, visitor().ip),
    vote: (postId) =>
      perform(site, voteRoute, visitor(), viewer, {
        params: { postId: String(postId) },
        body: { voteVal: 1 },
      }),
    comment: (postId, input) => {
      const { setCookies } = visitor();
      const form = { params: { postId: String(postId) }, body: input };
      return perform(site, addCommentRoute, visit, viewer, form, {
        ...noTransport,
        ...(setCookies && { setCookies }),
      });
    },
    pageOfComment: async (post, id) => pageOfComment(post, id),
    approvedComment: (post, id) => approvedComment(blog, post, id),
    ...ownComments(blog, () => site.jar.commenterId(visitor().cookies)),
    editComment: (id, comment_text) =>
      perform(site, editCommentRoute, visitor(), viewer, {
        params: { commentId: String(id) },
        body: { comment_text },
      }),
    unapproveComment: (id) =>
      perform(site, approveCommentRoute, visitor(), viewer, {
        params: { commentId: String(id) },
        body: { state: false },
      }),
    deleteComment: (id) =>
      perform(site, deleteCommentRoute, visitor(), viewer, { params: { commentId: String(id) } }),
  };
  return {
    ...ofCore,
    ...mailApi(site, blog, viewer, visitor),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Problem('malformed', invalidJson);
  }
}
