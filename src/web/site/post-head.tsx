import type { Image } from '../../contract/images.ts';
import type { Post } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { useMessages } from '../messages.ts';
import { FormattedDate } from '../ui/date.tsx';
import { ResponsiveImage } from '../ui/responsive-image.tsx';
import { Byline } from './byline.tsx';
import { CategoryPath, titleOf } from './post-parts.tsx';

/** Category, title and date, over the darkened main image when there is one. */
export function PostHead({
  post,
  image,
  editUrl,
}: {
  post: Post;
  image: Image | undefined;
  editUrl?: string;
}) {
  const messages = useMessages();
  return (
    <header className={`post-head ${image ? 'over-image' : ''}`}>
      {image && <ResponsiveImage image={image} className="u-featured" sizes="100vw" first />}
      <div className="post-head-text">
        <CategoryPath path={post.cat_path} />
        <h1 className="p-name">{titleOf(post, messages)}</h1>
        {/* An inactive post has no public URL. */}
        {post.kind === 'post' && (
          <a className="u-url" href={post.active === 1 ? urls.post(post.post_title_web) : undefined}>
            <FormattedDate date={post.post_date} className="dt-published" />
          </a>
        )}
        {post.kind === 'post' && <Byline post={post} />}
        {post.update_date && (
          <p className="revised">
            {messages.revised} <FormattedDate date={post.update_date} className="dt-updated" />
          </p>
        )}
        {editUrl && (
          <a className="edit-link" href={editUrl} rel="nofollow">
            {messages.editLink}
          </a>
        )}
      </div>
    </header>
  );
}
