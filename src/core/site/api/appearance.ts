import { urls } from '../../../platform/http/urls.ts';
import { type Layout, layouts, type TypePairing, typePairings } from './site.ts';

/** The settings of the appearance screen that a page can show before they are saved. */
export type Appearance = { theme_color: string; type_pairing: TypePairing; layout: Layout };

/** The home page with an appearance that is not saved, for the frame of the appearance screen. */
export const appearancePreviewUrl = ({ theme_color, type_pairing, layout }: Appearance): string =>
  `${urls.home}?${new URLSearchParams({ preview: 'appearance', color: theme_color.slice(1), type: type_pairing, layout })}`;

/** The appearance in such a URL. */
export function previewedAppearance({ pathname, searchParams }: URL): Appearance | null {
  if (pathname !== urls.home || searchParams.get('preview') !== 'appearance') return null;
  const color = searchParams.get('color') ?? '';
  const type_pairing = typePairings.find((name) => name === searchParams.get('type'));
  const layout = layouts.find((name) => name === searchParams.get('layout'));
  if (!/^[0-9a-f]{6}$/i.test(color) || !type_pairing || !layout) return null;
  return { theme_color: `#${color}`, type_pairing, layout };
}
