import { urls } from '../../../../platform/http/urls.ts';
import { useHasServer } from '../../../../platform/web/copy-context.ts';
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

type Props = { post: PostCard; first: boolean };

/** The card of the layout Journal. */
export const Card = (props: Props) => <FullCard {...props} hasDetails />;

/** The card of the layout Magazine, which is half as wide. */
export const MagazineCard = (props: Props) => <FullCard {...props} hasDetails={false} />;

/** At rest a title, what it is about, and one line of quiet actions. */
function FullCard({ post, first, hasDetails }: Props & { hasDetails: boolean }) {
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
            sizes={
              hasDetails
                ? '(min-width: 40rem) 14rem, 100vw'
                : first
                  ? '100vw'
                  : '(min-width: 40rem) 45vw, 100vw'
            }
            first={first}
            alt={image.alt || title}
          />
        </a>
      )}
      <PostHtml post={post} html={post.post_content} />
      {hasDetails && <Gallery images={extraImages(post)} title={title} />}
      <div className="card-foot">
        <a className="continue" href={url}>
          {messages.continueReading}
        </a>
        {useHasServer() ? <CardActions post={post} /> : <CopiedActions post={post} />}
        {hasDetails && <Tags post={post} />}
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
