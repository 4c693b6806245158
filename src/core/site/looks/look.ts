export const typePairings = ['serif', 'humanist', 'mono', 'system'] as const;
export type TypePairing = (typeof typePairings)[number];
export const layouts = ['journal', 'index', 'magazine'] as const;
export type Layout = (typeof layouts)[number];

/**
 * A design that the owner can choose as a whole: values of the appearance, which can still be changed one by one. Beside it are
 * `look.css` for everything else and `picture.webp`, made by `npm run screenshots`. How to add one is in docs/handbook/look.md.
 */
export type Look = {
  title: string;
  description: string;
  layout: Layout;
  type_pairing: TypePairing;
  theme_color: string;
};
