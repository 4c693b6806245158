import { contrast, grounds, parseHex, type Rgb } from '../../../../platform/web/colors.ts';
import { parseColor } from '../../../document/parse-color.ts';
import { amounts, inherited, type Step, select, styleOf } from './dom.ts';

const papers = [grounds.light, grounds.dark].map(([paper = '']) => parseHex(paper));
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
  const inks = inherited(body, (element) => written(styleOf(element).get('color')));
  const grounds = inherited(body, (element) => written(backgroundOf(element)));
  const usualInk = usual(inks);
  const usualGround = usual(grounds);
  for (const element of select(body, '[style]')) {
    const ink = colorOf(styleOf(element).get('color'));
    const ground = colorOf(backgroundOf(element));
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

/** The color of most of the text. */
function usual(values: Map<Text, string>): string | null {
  const { total, of } = amounts(values);
  for (const [value, amount] of of) if (value !== '' && amount * 2 > total) return value;
  return null;
}

/** Null for what is no color, and for what is almost transparent. */
function colorOf(value: string | undefined): Rgb | null {
  const color = parseColor(value ?? '');
  return color && color.opacity > 0.05 ? (color.rgb.map(Math.round) as unknown as Rgb) : null;
}

const written = (value: string | undefined): string | null => colorOf(value)?.join() ?? null;

const rgb = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`;

const isGray = (color: Rgb): boolean => Math.max(...color) - Math.min(...color) <= grayness;

function isReadable(ink: Rgb, ground: Rgb | null): boolean {
  return (ground ? [ground] : papers).every((paper) => contrast(ink, paper) >= leastContrast);
}
