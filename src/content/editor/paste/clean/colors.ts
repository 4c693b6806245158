import { amounts, inherited, type Step, select, styleOf } from './dom.ts';

type Rgb = readonly [red: number, green: number, blue: number];

// The paper of both themes (ui/tokens.css).
const papers: readonly Rgb[] = [
  [253, 252, 250],
  [22, 21, 26],
];
/** Below it words are hard to find; the three-to-one of WCAG would drop Word's own dark red. */
const leastContrast = 2.5;
const grayness = 24;

/**
 * Pages and programs set colors for everything, which would vanish on our own themes. Only colors that the author chose for some
 * words stay: not the color of most of the text, not shades of gray, not colors of links, headings and code, and none that
 * cannot be read on either theme.
 */
export const cleanColors: Step = (body) => {
  for (const font of select(body, 'font[color]')) {
    const style = font.getAttribute('style') ?? '';
    if (!styleOf(font).has('color'))
      font.setAttribute('style', `color:${font.getAttribute('color')};${style}`);
  }
  const inks = inherited(body, (element) => canonical(styleOf(element).get('color')));
  const grounds = inherited(body, (element) => canonical(backgroundOf(element)));
  const usualInk = usual(inks);
  const usualGround = usual(grounds);
  for (const element of select(body, '[style]')) {
    const ink = parse(canonical(styleOf(element).get('color')));
    const ground = parse(canonical(backgroundOf(element)));
    const isInline = !blockLike.test(element.localName) && element.closest(styledByPage) === null;
    const keepsGround = ground !== null && isInline && !isGray(ground) && String(ground) !== usualGround;
    const keepsInk =
      ink !== null &&
      isInline &&
      String(ink) !== usualInk &&
      (keepsGround || !isGray(ink)) &&
      isReadable(ink, keepsGround ? ground : null);
    writeColors(element, keepsInk ? rgb(ink) : null, keepsGround ? rgb(ground) : null);
  }
};

const blockLike =
  /^(?:p|div|li|ul|ol|table|tbody|thead|tr|td|th|h[1-6]|pre|code|blockquote|a|figure|section|article|body)$/;
const styledByPage = 'a, h1, h2, h3, h4, h5, h6, pre, code, mark';

function writeColors(element: HTMLElement, ink: string | null, ground: string | null): void {
  const style = styleOf(element);
  for (const name of ['background', 'background-color', 'color']) style.delete(name);
  if (ink) style.set('color', ink);
  if (ground) style.set('background-color', ground);
  element.setAttribute('style', [...style].map(([name, value]) => `${name}: ${value}`).join('; '));
}

const backgroundOf = (element: Element): string | undefined => {
  const style = styleOf(element);
  return style.get('background-color') ?? style.get('background');
};

/** The color of most of the text, as written by `String(parse(…))`. */
function usual(values: Map<Text, string>): string | null {
  const { total, of } = amounts(values);
  for (const [value, amount] of of) if (value !== '' && amount * 2 > total) return String(parse(value));
  return null;
}

const probe = document.createElement('span');

/** The color as the browser writes it; null when there is none. */
function canonical(color: string | undefined): string | null {
  if (!color || color === 'inherit' || color === 'initial' || color === 'windowtext') return null;
  probe.style.color = '';
  probe.style.color = color;
  return probe.style.color || null;
}

const named = document.createElement('canvas').getContext('2d');

function parse(color: string | null): Rgb | null {
  if (color === null) return null;
  let value = color;
  if (named && !value.startsWith('rgb')) {
    named.fillStyle = '#000000';
    named.fillStyle = value;
    value = named.fillStyle;
  }
  if (value.startsWith('#'))
    return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)) as unknown as Rgb;
  const [red = 0, green = 0, blue = 0, opacity = 1] = (value.match(/[\d.]+/g) ?? []).map(Number);
  return opacity > 0.05 && color !== 'transparent' ? [red, green, blue] : null;
}

const rgb = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`;

const isGray = (color: Rgb): boolean => Math.max(...color) - Math.min(...color) <= grayness;

function isReadable(ink: Rgb, ground: Rgb | null): boolean {
  return (ground ? [ground] : papers).every((paper) => contrast(ink, paper) >= leastContrast);
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
