import type { CommentPage } from '../../contract/comments.ts';
import { commentsUrl, pageNumber } from '../../contract/page-number.ts';
import type { Post, PostLink } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { topic } from '../../rules/categories.ts';
import type { Api } from '../api.ts';
import { useMessages } from '../messages.ts';
import { gone, isProblem, orNotFound } from '../not-found.ts';
import { AuthorBox } from './author-box.tsx';
import { CommentSection } from './comment-section.tsx';
import type { PostActionsProps } from './islands/post-actions.tsx';
import { type Page, type Redirect, redirectTo, type Screen, type Visit } from './page.ts';
import { playerOrigins } from './player-origins.ts';
import { PostBody } from './post-body.tsx';
import { PostHead } from './post-head.tsx';
import { PostMeta } from './post-meta.tsx';
import { PostNeighbors } from './post-neighbors.tsx';
import { mainImage, Tags } from './post-parts.tsx';
import { Related } from './related.tsx';
import { ShareButton } from './share-button.tsx';

export const postPage: Page = {
  path: '/post/:title',
  get: (visit) => renderPost(visit),
  post: async (visit, form) => {
    const { api, params } = visit;
    const field = (name: string) => String(form.get(name) ?? '');
    const post = await orNotFound(api.post(params.title ?? ''));
    const postUrl = urls.post(post.post_title_web);
    try {
      if (field('intent') === 'vote') {
        const { ip_address } = await api.vote(post.id);
        return redirectTo(`${postUrl}?voted=${ip_address === 'exists' ? 'before' : 'counted'}#vote`, 303);
      }
      await api.comment(post.id, {
        comment_text: field('comment_text'),
        user_name: field('user_name'),
        website: field('website'),
      });
      return redirectTo(`${postUrl}?commented=1#comments`, 303);
    } catch (problem) {
      if (!isProblem(problem)) throw problem;
      const status = { too_many: 429, conflict: 409 }[problem.code as string] ?? 422;
      if (field('intent') === 'vote') return renderPost(visit, { voteError: problem.message, status });
      const rejectedComment = {
        error: problem.message,
        name: field('user_name'),
        text: field('comment_text'),
      };
      return renderPost(visit, { rejectedComment, status });
    }
  },
};

type Rejected = Pick<PostActionsProps, 'rejectedComment' | 'voteError'> & { status: number };

async function renderPost(
  { api, params, url }: Visit,
  { status = 200, ...rejected }: Partial<Rejected> = {},
): Promise<Screen | Redirect> {
  const title = params.title ?? '';
  const post = await orNotFound(api.post(title), () => null);
  if (!post) return movedPost(api, title, url.search);
  const comments = await api.comments(post, pageNumber(url.searchParams, 'comments'));
  if (comments.page > comments.pages)
    return redirectTo(commentsUrl(urls.post(post.post_title_web), comments.pages));
  const related = post.cat_path ? await api.related(topic(post.cat_path), post.id) : [];
  const neighbors = post.active === 1 ? await api.neighbors(post) : { previous: null, next: null };
  const actions: PostActionsProps = {
    postId: post.id,
    postUrl: urls.post(post.post_title_web),
    votes: post.vote_count,
    commentsOpen: post.comments_open === 1,
    form: formState(url.searchParams, rejected),
    voteResult: await voteResult(api, post, url.searchParams),
    ...rejected,
  };
  return {
    status,
    head: <PostMeta post={post} />,
    main: (
      <>
        <PostScreen post={post} comments={comments} related={related} actions={actions} />
        <PostNeighbors {...neighbors} />
      </>
    ),
    frames: playerOrigins(post),
    isMentionable: post.active === 1 && post.comments_open === 1,
  };
}

/** Redirects from a former web title; 410 for a deleted post. */
async function movedPost(api: Api, title: string, search: string): Promise<Redirect> {
  const { post_title_web } = await orNotFound(api.currentWebTitle({ title }));
  if (post_title_web === null) throw gone();
  return redirectTo(urls.post(post_title_web) + search, 301);
}

function formState(query: URLSearchParams, rejected: Partial<Rejected>): PostActionsProps['form'] {
  if (rejected.rejectedComment || query.has('comment')) return 'open';
  return query.has('commented') && !rejected.voteError ? 'sent' : 'closed';
}

/** The result of a vote sent without JavaScript. Other visitors who open the URL can still vote. */
async function voteResult(api: Api, post: Post, query: URLSearchParams) {
  const outcome = query.get('voted');
  if (outcome !== 'counted' && outcome !== 'before') return null;
  return (await api.hasVoted(post.id)) ? ({ outcome, count: post.vote_count } as const) : null;
}

function PostScreen({
  post,
  comments,
  related,
  actions,
}: {
  post: Post;
  comments: CommentPage;
  related: readonly PostLink[];
  actions: PostActionsProps;
}) {
  const messages = useMessages();
  return (
    <article className="post grid h-entry">
      {post.active === 0 && (
        <p className="inactive-banner" role="note">
          <strong>{messages.inactive}</strong> {messages.onlyVisibleToYou}
        </p>
      )}
      <PostHead post={post} image={mainImage(post)} editUrl={urls.editPost(post.id)} />
      <PostBody post={post} />
      <footer className="post-end">
        <Tags post={post} />
        <ShareButton />
      </footer>
      <AuthorBox author={post.author} />
      <CommentSection actions={actions} comments={comments} />
      <Related posts={related} topic={post.cat_titles[0]} />
    </article>
  );
}
