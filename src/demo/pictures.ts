import { aurora } from './scenes/aurora.ts';
import { balloons } from './scenes/balloons.ts';
import { bauhaus } from './scenes/bauhaus.ts';
import { bread } from './scenes/bread.ts';
import { city } from './scenes/city.ts';
import { desk } from './scenes/desk.ts';
import { dunes } from './scenes/dunes.ts';
import { forest } from './scenes/forest.ts';
import { harbour } from './scenes/harbour.ts';
import { meadow } from './scenes/meadow.ts';
import { mountains } from './scenes/mountains.ts';
import { rain } from './scenes/rain.ts';
import { seeded } from './scenes/random.ts';
import { rings } from './scenes/rings.ts';
import { shelves } from './scenes/shelves.ts';
import { streets } from './scenes/streets.ts';
import { HEIGHT, type Scene, WIDTH } from './scenes/svg.ts';
import { tea } from './scenes/tea.ts';
import { terrazzo } from './scenes/terrazzo.ts';
import { tulips } from './scenes/tulips.ts';
import { vinyl } from './scenes/vinyl.ts';
import { waves } from './scenes/waves.ts';
import { wire } from './scenes/wire.ts';

const scenes = {
  aurora,
  balloons,
  bauhaus,
  bread,
  city,
  desk,
  dunes,
  forest,
  harbour,
  meadow,
  mountains,
  rain,
  rings,
  shelves,
  streets,
  tea,
  terrazzo,
  tulips,
  vinyl,
  waves,
  wire,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

const grain =
  '<defs><filter id="noise" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" stitchTiles="stitch"/>' +
  '<feColorMatrix values="0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 0 1"/></filter>' +
  '<pattern id="grain" width="256" height="256" patternUnits="userSpaceOnUse"><rect width="256" height="256" filter="url(#noise)"/></pattern></defs>';

/** Draws an illustration as SVG; the same scene and seed give the same picture. */
export function drawScene(scene: SceneName, seed: number, width = WIDTH, height = HEIGHT): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    `${scenes[scene](seeded(seed))}${grain}` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#grain)" opacity="0.1" style="mix-blend-mode: soft-light"/></svg>`
  );
}
