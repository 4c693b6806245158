import type { Look } from '../look.ts';

export const magazine: Look = {
  title: 'Magazine',
  description: 'A front page in columns',
  layout: 'magazine',
  type_pairing: 'serif',
  theme_color: '#a61b29',
};
