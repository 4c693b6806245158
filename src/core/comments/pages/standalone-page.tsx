import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { gone, orNotFound } from '../../../platform/web/not-found.ts';
import { type Page, type Redirect, redirectTo, type Screen, type Visit } from '../../../platform/web/page.ts';
import type { Post } from '../../posts/api/posts.ts';
import { EntryData } from '../../posts/pages/entry-data.tsx';
import { playerOrigins } from '../../posts/pages/player-origins.ts';
import { PostBody } from '../../posts/pages/post-body.tsx';
import { PostHead } from '../../posts/pages/post-head.tsx';
import { mainImage } from '../../posts/pages/post-parts.tsx';
import { StandaloneMeta } from '../../posts/pages/standalone-meta.tsx';
import { pagePathIn } from '../../posts/rules/page-paths.ts';
import type { CommentPage } from '../api/comments.ts';
import { answerCommentForm, commentState, type RejectedForm } from './comment-forms.ts';
import { CommentSection } from './comment-section.tsx';
import type { Conversation } from './conversation.ts';
import type { PostActionsProps } from './islands/post-actions.tsx';
import type { CommentsApi } from './page-api.ts';

/**
 * A page of the owner, at a path of its own. Any path that no other page has may be one; without a page of the owner it
 * redirects home, as the specification says of unknown paths.
 */
export const standalonePage: Page<CommentsApi> = {
  path: '/*',
  get: (visit) => show(visit),
  post: async (visit, form) => {
    const found = await visit.api.pageAt(visit.params.path ?? '');
    if (found === null || found === 'deleted' || 'movedTo' in found) return answer(visit, found);
    const answered = await answerCommentForm(visit, found.page, form);
    return 'redirect' in answered ? answered : show(visit, answered);
  },
};

/** The parameters of a path that can be that of a page; null for all others, which need no query. */
export function standaloneParams(pathname: string): { path: string } | null {
  const path = pagePathIn(pathname);
  return path === null ? null : { path };
}

type Found = Awaited<ReturnType<CommentsApi['pageAt']>>;

async function show(visit: Visit<CommentsApi>, rejected?: RejectedForm): Promise<Screen | Redirect> {
  // The page may have been deleted since it was found.
  const found = await orNotFound(visit.api.pageAt(visit.params.path ?? ''), () => null);
  return answer(visit, found, rejected);
}

async function answer(
  visit: Visit<CommentsApi>,
  found: Found,
  rejected?: RejectedForm,
): Promise<Screen | Redirect> {
  if (found === null) return redirectTo(urls.home);
  if (found === 'deleted') throw gone();
  if ('movedTo' in found) return redirectTo(urls.post(found.movedTo) + visit.url.search, 301);
  const { page } = found;
  const state = await commentState(visit, page, rejected);
  if ('redirect' in state) return state;
  const { comments, conversation } = state;
  const actions: PostActionsProps = {
    postId: page.id,
    postUrl: urls.post(page.post_title_web),
    ...state.actions,
  };
  return {
    status: rejected?.status ?? 200,
    head: <StandaloneMeta page={page} />,
    main: <StandaloneScreen page={page} comments={comments} conversation={conversation} actions={actions} />,
    frames: playerOrigins(page),
    styles: ['post'],
    isMentionable: page.active === 1 && page.comments_open === 1,
  };
}

function StandaloneScreen({
  page,
  comments,
  conversation,
  actions,
}: {
  page: Post;
  comments: CommentPage;
  conversation: Conversation;
  actions: PostActionsProps;
}) {
  const messages = useMessages();
  const hasComments = page.accepts_comments === 1 || comments.threads.length + comments.mentions.length > 0;
  return (
    <article className="post grid h-entry">
      {page.active === 0 && (
        <p className="inactive-banner" role="note">
          <strong>{messages.inactive}</strong> {messages.onlyVisibleToYou}
        </p>
      )}
      <PostHead post={page} image={mainImage(page)} editUrl={urls.editPost(page.id)} />
      <PostBody post={page} />
      <EntryData post={page} hasAuthorBox={false} />
      {hasComments && (
        <CommentSection post={page} actions={actions} comments={comments} conversation={conversation} />
      )}
    </article>
  );
}
