import type { ReactNode } from 'react';
import { urls } from '../../platform/http/urls.ts';
import { useMessages } from '../../platform/web/messages.ts';
import { isProblem, orNotFound } from '../../platform/web/not-found.ts';
import { type Page, type Redirect, redirectTo, type Screen, type Visit } from '../../platform/web/page.ts';
import { AuthorBox } from '../accounts/pages/author-box.tsx';
import type { Post } from '../posts/api/posts.ts';
import type { PostsApi } from '../posts/pages/page-api.ts';
import { playerOrigins } from '../posts/pages/player-origins.ts';
import { PostBody } from '../posts/pages/post-body.tsx';
import { PostHead } from '../posts/pages/post-head.tsx';
import { mainImage, Tags, titleOf } from '../posts/pages/post-parts.tsx';
import { NoIndex, PageTitle } from '../site/pages/page-meta.tsx';
import type { WritingApi } from './page-api.ts';
import { type RejectedRemark, RemarkSection } from './remark-section.tsx';

/** What the author has typed, beside the post form or in a tab of its own. */
export const typedPreviewPage: Page<PostsApi> = {
  path: urls.typedPreview,
  get: async () => redirectTo(urls.admin),
  post: async ({ api }, form) => {
    const post = await api.typedPost(form.get('post') ?? '');
    return {
      head: (
        <>
          <PageTitle>{(messages) => messages.previewTitle(titleOf(post, messages))}</PageTitle>
          <NoIndex />
        </>
      ),
      main: <Preview post={post} notice="typedPreviewNotice" />,
      isStatic: true,
    };
  },
};

/**
 * A post that is not public yet, for people with the link, who may be asked for remarks. Once it is public, the link redirects to
 * it.
 */
export const previewPage: Page<WritingApi> = {
  path: '/preview/:token',
  get: (visit) => renderPreview(visit),
  post: async (visit, form) => {
    const token = visit.params.token ?? '';
    const field = (name: string) => form.get(name) ?? '';
    const sent = {
      name: field('name'),
      paragraph: field('paragraph'),
      quote: field('quote'),
      remark: field('remark'),
      wording: field('wording'),
    };
    try {
      await orNotFound(visit.api.remark(token, sent));
      return redirectTo(`${urls.preview(token)}?sent=1#remarks`, 303);
    } catch (problem) {
      if (!isProblem(problem)) throw problem;
      const status = problem.code === 'too_many' ? 429 : 422;
      return renderPreview(visit, { error: problem.message, sent }, status);
    }
  },
};

async function renderPreview(
  { api, params, url }: Visit<WritingApi>,
  rejected?: RejectedRemark,
  status = 200,
): Promise<Screen | Redirect> {
  const token = params.token ?? '';
  const post = await orNotFound(api.preview(token));
  if (post.active === 1) return redirectTo(urls.post(post.post_title_web));
  const remarks = await api.remarksAt(token);
  return {
    status,
    head: (
      <>
        <PageTitle>{(messages) => messages.previewTitle(titleOf(post, messages))}</PageTitle>
        <NoIndex />
      </>
    ),
    main: (
      <Preview post={post} notice={remarks ? 'previewInvitation' : 'previewNotice'}>
        {remarks && (
          <RemarkSection
            {...remarks}
            action={`${urls.preview(token)}#remarks`}
            isSent={url.searchParams.has('sent')}
            rejected={rejected}
          />
        )}
      </Preview>
    ),
    frames: playerOrigins(post),
  };
}

type Notice = 'typedPreviewNotice' | 'previewNotice' | 'previewInvitation';

function Preview({ post, notice, children }: { post: Post; notice: Notice; children?: ReactNode }) {
  const messages = useMessages();
  return (
    <article className="post grid">
      <p className="inactive-banner" role="note">
        <strong>{messages.preview}</strong> {messages[notice]}
      </p>
      <PostHead post={post} image={mainImage(post)} />
      <PostBody post={post} />
      <footer className="post-end">
        <Tags post={post} />
      </footer>
      {post.kind === 'post' && <AuthorBox author={post.author} />}
      {children}
    </article>
  );
}
