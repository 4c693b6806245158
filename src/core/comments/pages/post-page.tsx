import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { gone, isProblem, orNotFound } from '../../../platform/web/not-found.ts';
import { type Page, type Redirect, redirectTo, type Screen, type Visit } from '../../../platform/web/page.ts';
import { AuthorBox } from '../../accounts/pages/author-box.tsx';
import type { Post, PostLink } from '../../posts/api/posts.ts';
import { EntryData } from '../../posts/pages/entry-data.tsx';
import type { SeriesPlace } from '../../posts/pages/page-api.ts';
import { playerOrigins } from '../../posts/pages/player-origins.ts';
import { PostBody } from '../../posts/pages/post-body.tsx';
import { PostHead } from '../../posts/pages/post-head.tsx';
import { PostMeta } from '../../posts/pages/post-meta.tsx';
import { PostNeighbors } from '../../posts/pages/post-neighbors.tsx';
import { mainImage, Tags } from '../../posts/pages/post-parts.tsx';
import { Related } from '../../posts/pages/related.tsx';
import { ShareButton } from '../../posts/pages/share-button.tsx';
import { topic } from '../../site/category-paths.ts';
import type { CommentPage } from '../api/comments.ts';
import { answerCommentForm, commentState, type RejectedForm } from './comment-forms.ts';
import { CommentSection } from './comment-section.tsx';
import type { Conversation } from './conversation.ts';
import { formResults } from './form-results.tsx';
import type { PostActionsProps } from './islands/post-actions.tsx';
import type { CommentsApi } from './page-api.ts';

export const postPage: Page<CommentsApi> = {
  path: '/post/:title',
  get: (visit) => renderPost(visit),
  post: async (visit, form) => {
    const { api, params } = visit;
    const post = await orNotFound(api.post(params.title ?? ''));
    if (form.get('intent') === 'vote') return answerVote(visit, post);
    const answer = await answerCommentForm(visit, post, form);
    return 'redirect' in answer ? answer : renderPost(visit, answer);
  },
};

async function answerVote(visit: Visit<CommentsApi>, post: Post): Promise<Screen | Redirect> {
  try {
    const { ip_address } = await visit.api.vote(post.id);
    const outcome = ip_address === 'exists' ? 'before' : 'counted';
    const url = urls.post(post.post_title_web);
    return redirectTo(
      visit.published === null
        ? `${url}?voted=${outcome}#vote`
        : `${visit.published}${url}#${formResults[outcome]}`,
      303,
    );
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    const status = { too_many: 429, conflict: 409 }[problem.code as string] ?? 422;
    return renderPost(visit, { voteError: problem.message, status });
  }
}

type Rejected = RejectedForm & Pick<PostActionsProps, 'voteError'>;

async function renderPost(
  visit: Visit<CommentsApi>,
  { status = 200, voteError, ...rejected }: Partial<Rejected> = {},
): Promise<Screen | Redirect> {
  const { api, params, url } = visit;
  const title = params.title ?? '';
  const post = await orNotFound(api.post(title), () => null);
  if (!post) return movedPost(api, title, url.search);
  const state = await commentState(visit, post, rejected);
  if ('redirect' in state) return state;
  const { comments, conversation } = state;
  const related = post.cat_path ? await api.related(topic(post.cat_path), post.id) : [];
  const place = post.active === 1 ? await api.placeInSeries(post) : null;
  const neighbors = place ?? (post.active === 1 ? await api.neighbors(post) : { previous: null, next: null });
  const actions: PostActionsProps = {
    postId: post.id,
    postUrl: urls.post(post.post_title_web),
    votes: post.vote_count,
    ...state.actions,
    voteResult: await voteResult(api, post, url.searchParams),
    ...(voteError && { voteError, form: 'closed' }),
  };
  return {
    status,
    head: <PostMeta post={post} />,
    main: (
      <>
        <PostScreen
          post={post}
          comments={comments}
          conversation={conversation}
          related={related}
          place={place}
          actions={actions}
        />
        <PostNeighbors {...neighbors} />
      </>
    ),
    frames: playerOrigins(post),
    styles: ['post'],
    isMentionable: post.active === 1 && post.comments_open === 1,
  };
}

/** Redirects from a former web title; 410 for a deleted post. */
async function movedPost(api: CommentsApi, title: string, search: string): Promise<Redirect> {
  const { post_title_web } = await orNotFound(api.currentWebTitle({ title }));
  if (post_title_web === null) throw gone();
  return redirectTo(urls.post(post_title_web) + search, 301);
}

/** The result of a vote sent without JavaScript. Other visitors who open the URL can still vote. */
async function voteResult(api: CommentsApi, post: Post, query: URLSearchParams) {
  const outcome = query.get('voted');
  if (outcome !== 'counted' && outcome !== 'before') return null;
  return (await api.hasVoted(post.id)) ? ({ outcome, count: post.vote_count } as const) : null;
}

function PostScreen({
  post,
  comments,
  conversation,
  related,
  place,
  actions,
}: {
  post: Post;
  comments: CommentPage;
  conversation: Conversation;
  related: readonly PostLink[];
  place: SeriesPlace | null;
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
      {place && (
        <p className="series">
          <bdi>{post.series}</bdi> · {messages.partOf(place.part, place.total)}
        </p>
      )}
      <PostBody post={post} />
      <EntryData post={post} hasAuthorBox={post.author !== null} />
      <footer className="post-end">
        <Tags post={post} />
        <ShareButton />
      </footer>
      <AuthorBox author={post.author} />
      <CommentSection post={post} actions={actions} comments={comments} conversation={conversation} />
      <Related posts={related} topic={post.cat_titles[0]} />
    </article>
  );
}
