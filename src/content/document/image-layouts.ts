/**
 * How a figure is laid out, unless it is as wide as the text: `wide` and `full` reach beyond it, `start` and `end` are
 * beside it, on the side where its lines start or end.
 */
export const imageLayouts = ['wide', 'full', 'start', 'end'] as const;
export type ImageLayout = (typeof imageLayouts)[number];

export const layoutIn = (classes: readonly string[]): ImageLayout | null =>
  imageLayouts.find((layout) => classes.includes(layout)) ?? null;
