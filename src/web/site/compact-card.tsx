import type { PostCard } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { useIslandMessages } from '../messages.ts';
import { FormattedDate } from '../ui/date.tsx';
import { ResponsiveImage } from '../ui/responsive-image.tsx';
import { Byline } from './byline.tsx';
import { Island } from './island.tsx';
import { CategoryPath, languageOf, mainImage, Tags, titleOf } from './post-parts.tsx';

/** The card of the compact layout. */
export function CompactCard({ post, first }: { post: PostCard; first: boolean }) {
  const messages = useIslandMessages();
  const title = titleOf(post, messages);
  const image = mainImage(post);
  const url = urls.post(post.post_title_web);
  return (
    <article className={`compact-card h-entry ${image ? '' : 'no-image'}`} {...languageOf(post)}>
      {image && (
        <a className="compact-image" href={url} tabIndex={-1}>
          <ResponsiveImage
            image={image}
            className="u-featured"
            sizes="9rem"
            first={first}
            alt={image.alt || title}
          />
        </a>
      )}
      <div className="compact-body">
        <div className="line">
          <CategoryPath path={post.cat_path} />
          <FormattedDate date={post.post_date} className="dt-published" />
          <Byline post={post} />
        </div>
        <h2>
          <a className="p-name u-url" href={url}>
            {title}
          </a>
        </h2>
        {post.description && <p className="p-summary">{post.description}</p>}
        {post.update_date && (
          <p className="revised">
            {messages.revised} <FormattedDate date={post.update_date} className="dt-updated" />
          </p>
        )}
        <Tags post={post} />
        <Island
          name="card-actions"
          props={{
            postId: post.id,
            postUrl: url,
            votes: post.vote_count,
            label: post.comments_open ? messages.leaveComment : messages.commentCount(post.comment.length),
            commentsOpen: post.comments_open === 1,
            directLink: urls.directLink(post.id),
          }}
        />
      </div>
    </article>
  );
}
