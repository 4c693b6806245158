import type { Layout } from '../../../site/looks/look.ts';
import type { View } from '../api/list-url.ts';

/** How the entries of a list look: as the owner chose, unless the reader asks for the compact view. */
export type ListStyle = Layout | 'compact';

export const listStyle = (view: View, layout: Layout): ListStyle => (view === 'compact' ? view : layout);
