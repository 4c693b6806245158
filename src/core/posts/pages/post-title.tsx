import { urls } from '../../../platform/http/urls.ts';
import { classNames } from '../../../platform/web/class-names.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { PostLink } from '../api/posts.ts';
import { titleOf } from './post-parts.tsx';

type Title = Pick<PostLink, 'post_title' | 'post_title_web'> & { active?: 0 | 1; language?: string };

/** The title of a post wherever it appears, with its permalink; an inactive post has no public URL. */
export function PostTitle({ post, as: Element }: { post: Title; as: 'h1' | 'h2' | 'span' }) {
  const messages = useMessages();
  return (
    <Element
      className="post-title"
      lang={post.language || undefined}
      dir={post.language ? textDirection(post.language) : 'auto'}
    >
      <a
        className={classNames('p-name u-url', Element === 'h1' && 'u-uid')}
        href={post.active === 0 ? undefined : urls.post(post.post_title_web)}
      >
        {titleOf(post, messages)}
      </a>
    </Element>
  );
}
