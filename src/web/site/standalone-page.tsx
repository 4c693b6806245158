import type { CommentPage } from '../../contract/comments.ts';
import { commentsUrl, pageNumber } from '../../contract/page-number.ts';
import type { Post } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { pagePathIn } from '../../rules/page-paths.ts';
import { useMessages } from '../messages.ts';
import { gone, isProblem, orNotFound } from '../not-found.ts';
import { CommentSection } from './comment-section.tsx';
import type { PostActionsProps } from './islands/post-actions.tsx';
import { type Page, type Redirect, redirectTo, type Screen, type Visit } from './page.ts';
import { playerOrigins } from './player-origins.ts';
import { PostBody } from './post-body.tsx';
import { PostHead } from './post-head.tsx';
import { mainImage } from './post-parts.tsx';
import { StandaloneMeta } from './standalone-meta.tsx';

/**
 * A page of the owner, at a path of its own. Any path that no other page has may be one; without a page of the owner it
 * redirects home, as the specification says of unknown paths.
 */
export const standalonePage: Page = {
  path: '/*',
  get: (visit) => show(visit),
  post: async (visit, form) => {
    const field = (name: string) => String(form.get(name) ?? '');
    const found = await visit.api.pageAt(visit.params.path ?? '');
    if (found === null || found === 'deleted' || 'movedTo' in found) return answer(visit, found);
    const { id, post_title_web } = found.page;
    const comment = { comment_text: field('comment_text'), user_name: field('user_name') };
    try {
      await visit.api.comment(id, { ...comment, website: field('website') });
      return redirectTo(`${urls.post(post_title_web)}?commented=1#comments`, 303);
    } catch (problem) {
      if (!isProblem(problem)) throw problem;
      const status = { too_many: 429, conflict: 409 }[problem.code as string] ?? 422;
      return show(visit, {
        status,
        rejected: { error: problem.message, name: comment.user_name, text: comment.comment_text },
      });
    }
  },
};

/** The parameters of a path that can be that of a page; null for all others, which need no query. */
export function standaloneParams(pathname: string): { path: string } | null {
  const path = pagePathIn(pathname);
  return path === null ? null : { path };
}

type Found = Awaited<ReturnType<Visit['api']['pageAt']>>;
type Rejected = { status: number; rejected: NonNullable<PostActionsProps['rejectedComment']> };

async function show(visit: Visit, rejected?: Rejected): Promise<Screen | Redirect> {
  // The page may have been deleted since it was found.
  const found = await orNotFound(visit.api.pageAt(visit.params.path ?? ''), () => null);
  return answer(visit, found, rejected);
}

async function answer({ api, url }: Visit, found: Found, sent?: Rejected): Promise<Screen | Redirect> {
  if (found === null) return redirectTo(urls.home);
  if (found === 'deleted') throw gone();
  if ('movedTo' in found) return redirectTo(urls.post(found.movedTo) + url.search, 301);
  const { page } = found;
  const comments = await api.comments(page, pageNumber(url.searchParams, 'comments'));
  if (comments.page > comments.pages)
    return redirectTo(commentsUrl(urls.post(page.post_title_web), comments.pages));
  const form = sent || url.searchParams.has('comment') ? 'open' : 'closed';
  const actions: PostActionsProps = {
    postId: page.id,
    postUrl: urls.post(page.post_title_web),
    commentsOpen: page.comments_open === 1,
    form: !sent && url.searchParams.has('commented') ? 'sent' : form,
    ...(sent && { rejectedComment: sent.rejected }),
  };
  return {
    status: sent?.status ?? 200,
    head: <StandaloneMeta page={page} />,
    main: <StandaloneScreen page={page} comments={comments} actions={actions} />,
    frames: playerOrigins(page),
    isMentionable: page.active === 1 && page.comments_open === 1,
  };
}

function StandaloneScreen({
  page,
  comments,
  actions,
}: {
  page: Post;
  comments: CommentPage;
  actions: PostActionsProps;
}) {
  const messages = useMessages();
  const hasComments = page.comments_open === 1 || page.comment.length > 0;
  return (
    <article className="post grid h-entry">
      {page.active === 0 && (
        <p className="inactive-banner" role="note">
          <strong>{messages.inactive}</strong> {messages.onlyVisibleToYou}
        </p>
      )}
      <PostHead post={page} image={mainImage(page)} editUrl={urls.editPost(page.id)} />
      <PostBody post={page} />
      {hasComments && <CommentSection actions={actions} comments={comments} />}
    </article>
  );
}
