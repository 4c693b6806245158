import type { ComponentType } from 'react';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { PostCard } from '../../api/posts.ts';
import { PostTitle } from '../../pages/post-title.tsx';
import { CompactCard } from './compact-card.tsx';
import type { ListStyle } from './layout.ts';
import { Card, MagazineCard } from './post-card.tsx';

/** An entry of the layout Index: title and date. */
function IndexEntry({ post }: { post: PostCard }) {
  return (
    <article className="index-entry h-entry">
      <PostTitle post={post} as="h2" />
      <FormattedDate date={post.post_date} className="dt-published" />
    </article>
  );
}

/** The component for a post in a list of each style. */
export const listEntries: Record<ListStyle, ComponentType<{ post: PostCard; first: boolean }>> = {
  journal: Card,
  magazine: MagazineCard,
  index: IndexEntry,
  compact: CompactCard,
};
