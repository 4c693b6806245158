/** Colors in sRGB, each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
export type Scheme = 'light' | 'dark';

/** What text is written on: --paper, --surface and --sunken of tokens.css. */
export const grounds: Record<Scheme, readonly string[]> = {
  light: ['#fdfcfa', '#ffffff', '#f4f1ec'],
  dark: ['#16151a', '#1e1d23', '#121116'],
};

/** WCAG 2.2, level AA: text (1.4.3). */
export const textContrast = 4.5;

export type Accent = {
  accent: string;
  /** For hovered links and buttons. */
  accentStrong: string;
  /** Text on the accent. */
  onAccent: string;
};

/**
 * The tokens that follow from the accent color of the site. Only lightness moves, and chroma where sRGB has too little of
 * it, so the hue stays that of the owner's choice.
 */
export function accentTokens(color: string): Record<Scheme, Accent> {
  const chosen = parseHex(color);
  return { light: tokensFor(chosen, 'light'), dark: tokensFor(chosen, 'dark') };
}

/** The dark scheme wants a light accent: what merely passes on a dark ground is dull to look at. */
const wantedContrast: Record<Scheme, number> = { light: textContrast, dark: 6 };
const strongStep = 0.1;

function tokensFor(chosen: Rgb, scheme: Scheme): Accent {
  const wanted = on(scheme, wantedContrast[scheme]);
  const accent = moveLightness(chosen, awayFrom[scheme], wanted);
  const { lightness } = toOklch(accent);
  const away = scheme === 'light' ? -strongStep : strongStep;
  const isAtTheEnd = lightness + away < 0.05 || lightness + away > 0.98;
  const stronger = withLightness(accent, isAtTheEnd ? lightness - 2 * away : lightness + away);
  const ink = scheme === 'light' ? white : withLightness(toned(chosen), 0.16);
  return {
    accent: toHex(accent),
    accentStrong: toHex(moveLightness(stronger, awayFrom[scheme], on(scheme, textContrast))),
    onAccent: toHex(readableOn(ink, [accent])),
  };
}

/** In the dark a toolbar of the accent color would be the brightest thing on the screen. */
export function toolbarColor(color: string, scheme: Scheme): string {
  if (scheme === 'light') return color;
  const { lightness, ...rest } = toOklch(parseHex(color));
  return toHex(fromOklch({ ...rest, lightness: Math.min(lightness, 0.32) }));
}

const toned = (color: Rgb): Rgb => {
  const { lightness, chroma, hue } = toOklch(color);
  return fromOklch({ lightness, chroma: Math.min(chroma, 0.04), hue });
};

/** The color, or the nearest lightness of it, that can be read on these backgrounds. */
export function readableOn(color: Rgb, backgrounds: readonly Rgb[]): Rgb {
  const passes = (candidate: Rgb) =>
    backgrounds.every((ground) => contrast(candidate, ground) >= textContrast);
  if (passes(color)) return color;
  const from = toOklch(color).lightness;
  const found = [moveLightness(color, -1, passes), moveLightness(color, 1, passes)].filter(passes);
  const distance = (candidate: Rgb) => Math.abs(toOklch(candidate).lightness - from);
  const [nearest = white] = found.sort((a, b) => distance(a) - distance(b));
  return nearest;
}

const awayFrom: Record<Scheme, 1 | -1> = { light: -1, dark: 1 };
const on = (scheme: Scheme, ratio: number) => (candidate: Rgb) =>
  grounds[scheme].every((ground) => contrast(candidate, parseHex(ground)) >= ratio);

const lightnessSteps = 10;

/** The nearest lightness in a direction that passes; black or white if none does. */
function moveLightness(color: Rgb, direction: 1 | -1, passes: (candidate: Rgb) => boolean): Rgb {
  if (passes(color)) return color;
  let best = direction > 0 ? white : black;
  let fails = toOklch(color).lightness;
  let passing = direction > 0 ? 1 : 0;
  for (let step = 0; step < lightnessSteps; step++) {
    const lightness = (fails + passing) / 2;
    const candidate = withLightness(color, lightness);
    if (passes(candidate)) [best, passing] = [candidate, lightness];
    else fails = lightness;
  }
  return best;
}

const withLightness = (color: Rgb, lightness: number): Rgb => fromOklch({ ...toOklch(color), lightness });

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** Six digits, as input elements write colors. */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const fromLinear = (value: number): number =>
  255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

type Oklch = { lightness: number; chroma: number; hue: number };

/** https://bottosson.github.io/posts/oklab/ */
function toOklch([red, green, blue]: Rgb): Oklch {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const along = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const across = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(along, across),
    hue: Math.atan2(across, along),
  };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const [along, across] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * along + 0.2158037573 * across) ** 3;
  const m = (lightness - 0.1055613458 * along - 0.0638541728 * across) ** 3;
  const s = (lightness - 0.0894841775 * along - 1.291485548 * across) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const tolerance = 1e-4;
const isInGamut = (color: Oklch): boolean =>
  toLinearRgb(color).every((value) => value >= -tolerance && value <= 1 + tolerance);

/** Colors outside of sRGB lose chroma until they fit. */
function fromOklch(color: Oklch): Rgb {
  const lightness = Math.min(1, Math.max(0, color.lightness));
  let fits = { ...color, lightness };
  if (!isInGamut(fits)) {
    let [low, high] = [0, color.chroma];
    for (let step = 0; step < 20; step++) {
      const chroma = (low + high) / 2;
      if (isInGamut({ ...fits, chroma })) low = chroma;
      else high = chroma;
    }
    fits = { ...fits, chroma: low };
  }
  const [red, green, blue] = toLinearRgb(fits).map((value) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, value)))),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}
