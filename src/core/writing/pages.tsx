import { urls } from '../../platform/http/urls.ts';
import { useMessages } from '../../platform/web/messages.ts';
import { orNotFound } from '../../platform/web/not-found.ts';
import { type Page, redirectTo } from '../../platform/web/page.ts';
import { AuthorBox } from '../accounts/pages/author-box.tsx';
import type { Post } from '../posts/api/posts.ts';
import type { PostsApi } from '../posts/pages/page-api.ts';
import { playerOrigins } from '../posts/pages/player-origins.ts';
import { PostBody } from '../posts/pages/post-body.tsx';
import { PostHead } from '../posts/pages/post-head.tsx';
import { mainImage, Tags, titleOf } from '../posts/pages/post-parts.tsx';
import { NoIndex, PageTitle } from '../site/pages/page-meta.tsx';

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

/** A post that is not public yet, for people with the link. Once it is public, the link redirects to it. */
export const previewPage: Page<PostsApi> = {
  path: '/preview/:token',
  get: async ({ api, params }) => {
    const post = await orNotFound(api.preview(params.token ?? ''));
    if (post.active === 1) return redirectTo(urls.post(post.post_title_web));
    return {
      head: (
        <>
          <PageTitle>{(messages) => messages.previewTitle(titleOf(post, messages))}</PageTitle>
          <NoIndex />
        </>
      ),
      main: <Preview post={post} notice="previewNotice" />,
      frames: playerOrigins(post),
    };
  },
};

type Notice = 'typedPreviewNotice' | 'previewNotice';

function Preview({ post, notice }: { post: Post; notice: Notice }) {
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
    </article>
  );
}
