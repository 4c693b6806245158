import type { PostCard } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { useIslandMessages } from '../messages.ts';
import { FormattedDate } from '../ui/date.tsx';
import { ResponsiveImage } from '../ui/responsive-image.tsx';
import { Byline } from './byline.tsx';
import { Island } from './island.tsx';
import {
  CategoryPath,
  extraImages,
  Gallery,
  languageOf,
  mainImage,
  PostHtml,
  Tags,
  titleOf,
} from './post-parts.tsx';

export function Card({ post, first }: { post: PostCard; first: boolean }) {
  const messages = useIslandMessages();
  const title = titleOf(post, messages);
  const image = mainImage(post);
  const url = urls.post(post.post_title_web);
  return (
    <article className="card h-entry" {...languageOf(post)}>
      <div className="card-meta">
        <CategoryPath path={post.cat_path} />
        <FormattedDate date={post.post_date} className="dt-published" />
        <Byline post={post} />
        {post.update_date && (
          <p className="revised">
            {messages.revised} <FormattedDate date={post.update_date} className="dt-updated" />
          </p>
        )}
        <Tags post={post} />
      </div>
      <div className="card-body">
        {image && (
          <a className="card-image" href={url} tabIndex={-1}>
            <ResponsiveImage
              image={image}
              className="u-featured"
              sizes="(min-width: 76rem) 50rem, (min-width: 60rem) calc(100vw - 22rem), 100vw"
              first={first}
              alt={image.alt || title}
            />
          </a>
        )}
        <h2>
          <a className="p-name u-url" href={url}>
            {title}
          </a>
        </h2>
        <PostHtml html={post.post_content} />
        <p className="continue">
          <a href={url}>{messages.continueReading}</a>
        </p>
        <Gallery images={extraImages(post)} title={title} />
        <Island
          name="card-actions"
          props={{
            postId: post.id,
            postUrl: url,
            votes: post.vote_count,
            label: messages.commentCount(post.comment.length),
            commentsOpen: post.comments_open === 1,
          }}
        />
      </div>
    </article>
  );
}
