import { urls } from '../../../../platform/http/urls.ts';
import { useIsCopy } from '../../../../platform/web/copy-context.ts';
import { Island } from '../../../../platform/web/island.tsx';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import { ResponsiveImage } from '../../../images/pages/responsive-image.tsx';
import type { PostCard } from '../../api/posts.ts';
import type { CardActions as CardActionsIsland } from '../../pages/card-actions.ts';
import { CopiedActions } from '../../pages/copied-actions.tsx';
import { MetaLine } from '../../pages/meta-line.tsx';
import { extraImages, Gallery, mainImage, PostHtml, Tags, titleOf } from '../../pages/post-parts.tsx';
import { PostTitle } from '../../pages/post-title.tsx';
import { useReplyMail } from '../../pages/reply-mail.ts';

/** The card of the layouts Journal and Magazine. */
export function Card({ post, first }: { post: PostCard; first: boolean }) {
  const messages = useIslandMessages();
  const title = titleOf(post, messages);
  const image = mainImage(post);
  const url = urls.post(post.post_title_web);
  return (
    <article className="card h-entry">
      <PostTitle post={post} as="h2" />
      <MetaLine post={post} />
      {image && (
        <a className="card-image" href={url} tabIndex={-1}>
          <ResponsiveImage
            image={image}
            className="u-featured"
            sizes="(min-width: 40rem) 14rem, 100vw"
            first={first}
            alt={image.alt || title}
          />
        </a>
      )}
      <PostHtml post={post} html={post.post_content} />
      <a className="continue" href={url}>
        {messages.continueReading}
      </a>
      <Gallery images={extraImages(post)} title={title} />
      <div className="card-foot">
        <Tags post={post} />
        {useIsCopy() ? <CopiedActions post={post} /> : <CardActions post={post} />}
      </div>
    </article>
  );
}

function CardActions({ post }: { post: PostCard }) {
  const messages = useIslandMessages();
  const mail = useReplyMail();
  return (
    <Island<CardActionsIsland>
      name="card-actions"
      props={{
        postId: post.id,
        postUrl: urls.post(post.post_title_web),
        votes: post.vote_count,
        label: messages.commentCount(post.comments_approved),
        commentsOpen: post.accepts_comments === 1,
        ...(mail && { mail }),
      }}
    />
  );
}
