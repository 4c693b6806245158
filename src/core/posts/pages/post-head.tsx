import { classNames } from '../../../platform/web/class-names.ts';
import { useIsCopy } from '../../../platform/web/copy-context.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Image } from '../../images/api/images.ts';
import { ResponsiveImage } from '../../images/pages/responsive-image.tsx';
import type { Post } from '../api/posts.ts';
import { TranslationLinks } from '../translations/pages.tsx';
import { MetaLine } from './meta-line.tsx';
import { PostTitle } from './post-title.tsx';

/** Title and meta line, over the lower part of the main image when there is one. */
export function PostHead({
  post,
  image: main,
  editUrl,
}: {
  post: Post;
  image: Image | undefined;
  editUrl?: string;
}) {
  const messages = useMessages();
  const isCopy = useIsCopy();
  const image = post.hero === 1 ? main : undefined;
  return (
    <header className={classNames('post-head', image && 'over-image full')}>
      <div className={classNames('post-head-text', image && 'grid')}>
        <PostTitle post={post} as="h1" />
        <MetaLine post={post} />
        <TranslationLinks post={post} />
        {editUrl && !isCopy && (
          <a className="edit-link" href={editUrl} rel="nofollow">
            {messages.editLink}
          </a>
        )}
      </div>
      {image && <ResponsiveImage image={image} className="u-featured" sizes="100vw" first />}
    </header>
  );
}
