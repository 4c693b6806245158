import { urls } from '../../../platform/http/urls.ts';
import { classNames } from '../../../platform/web/class-names.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { PostLink } from '../api/posts.ts';
import { titleOf } from './post-parts.tsx';

type Title = Pick<PostLink, 'post_title' | 'post_title_web'> & { active?: 0 | 1; language?: string };

/** The title of a post wherever it appears, with its permalink; an inactive post has no public URL. */
export function PostTitle({ post, as: Heading }: { post: Title; as: 'h1' | 'h2' | null }) {
  const messages = useMessages();
  const text = {
    lang: post.language || undefined,
    dir: post.language ? textDirection(post.language) : 'auto',
  };
  const link = {
    href: post.active === 0 ? undefined : urls.post(post.post_title_web),
    children: titleOf(post, messages),
  };
  if (Heading === null) return <a className="post-title p-name u-url" {...text} {...link} />;
  return (
    <Heading className="post-title" {...text}>
      <a className={classNames('p-name u-url', Heading === 'h1' && 'u-uid')} {...link} />
    </Heading>
  );
}
