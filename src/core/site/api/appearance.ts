import { urls } from '../../../platform/http/urls.ts';
import { type Layout, layouts, type TypePairing, typePairings } from '../looks/look.ts';
import { type LookName, lookNames } from '../looks/looks.ts';

/** The settings of the appearance screen that a page can show before they are saved. */
export type Appearance = { look: LookName; theme_color: string; type_pairing: TypePairing; layout: Layout };

/** The home page with an appearance that is not saved, for the frame of the appearance screen. */
export const appearancePreviewUrl = ({ look, theme_color, type_pairing, layout }: Appearance): string =>
  `${urls.home}?${new URLSearchParams({ preview: 'appearance', look, color: theme_color.slice(1), type: type_pairing, layout })}`;

/** The appearance in such a URL. */
export function previewedAppearance({ pathname, searchParams }: URL): Appearance | null {
  if (pathname !== urls.home || searchParams.get('preview') !== 'appearance') return null;
  const color = searchParams.get('color') ?? '';
  const look = lookNames.find((name) => name === searchParams.get('look'));
  const type_pairing = typePairings.find((name) => name === searchParams.get('type'));
  const layout = layouts.find((name) => name === searchParams.get('layout'));
  if (!/^[0-9a-f]{6}$/i.test(color) || !look || !type_pairing || !layout) return null;
  return { look, theme_color: `#${color}`, type_pairing, layout };
}
