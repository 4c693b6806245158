import { urls } from '../../../../platform/http/urls.ts';
import { Island } from '../../../../platform/web/island.tsx';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { PostCard } from '../../api/posts.ts';
import { Byline } from '../../pages/byline.tsx';
import type { CardActions } from '../../pages/card-actions.ts';
import { PostTitle } from '../../pages/post-title.tsx';
import { useReplyMail } from '../../pages/reply-mail.ts';

/** The card of the compact view: title, date and one line. */
export function CompactCard({ post }: { post: PostCard }) {
  const messages = useIslandMessages();
  const mail = useReplyMail();
  return (
    <article className="compact-card h-entry">
      <PostTitle post={post} as="h2" />
      <p className="compact-line">
        <FormattedDate date={post.post_date} className="dt-published" />
        <Byline post={post} />
        <span className="p-summary" dir="auto">
          {post.description}
        </span>
      </p>
      <Island<CardActions>
        name="card-actions"
        props={{
          postId: post.id,
          postUrl: urls.post(post.post_title_web),
          votes: post.vote_count,
          label: post.accepts_comments
            ? messages.leaveComment
            : messages.commentCount(post.comments_approved),
          commentsOpen: post.accepts_comments === 1,
          directLink: urls.directLink(post.id),
          ...(mail && { mail }),
        }}
      />
    </article>
  );
}
