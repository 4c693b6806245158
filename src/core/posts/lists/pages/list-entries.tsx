import type { ComponentType } from 'react';
import type { PostCard } from '../../api/posts.ts';
import { CompactCard } from './compact-card.tsx';
import { IndexEntry } from './index-entry.tsx';
import type { ListStyle } from './layout.ts';
import { Card, MagazineCard } from './post-card.tsx';

/** The component for a post in a list of each style. */
export const listEntries: Record<ListStyle, ComponentType<{ post: PostCard; first: boolean }>> = {
  journal: Card,
  magazine: MagazineCard,
  index: IndexEntry,
  compact: CompactCard,
};
