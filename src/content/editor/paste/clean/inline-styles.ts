import {
  amounts,
  inherited,
  isBlock,
  rename,
  type Step,
  select,
  styleOf,
  unwrap,
  wrapContent,
} from './dom.ts';

const titles = 'h1, h2, h3, h4, h5, h6, th, pre, code';

/** Styles that mean something become elements (bold, italic, superscript …); all others are dropped. */
export const readInlineStyles: Step = (body) => {
  // <b style="font-weight: normal">
  for (const element of select(body, 'b[style], strong[style]'))
    if (isNormal(styleOf(element).get('font-weight'))) unwrap(element);
  for (const element of select(body, 'i[style], em[style]'))
    if (styleOf(element).get('font-style') === 'normal') unwrap(element);
  const usualAlign = usualAlignment(body);
  for (const element of select(body, '[style], [align], center')) {
    const style = styleOf(element);
    const align = alignmentOf(element, style);
    for (const [name, isSet, inside] of meanings)
      if (isSet(style) && !element.matches(inside) && !element.closest(inside)) wrapContent(element, name);
    keepStyle(element, style, align === usualAlign ? '' : align);
  }
  for (const span of select(body, 'span:not([class]), font, big, small'))
    if (!span.getAttribute('style')) unwrap(span);
    else if (span.localName !== 'span') rename(span, 'span');
};

type Meaning = [name: string, isSet: (style: Map<string, string>) => boolean, inside: string];

const decoration = (style: Map<string, string>) =>
  `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
const meanings: Meaning[] = [
  ['strong', (style) => isBold(style.get('font-weight')), `b, strong, ${titles}`],
  ['em', (style) => /^(?:italic|oblique)/.test(style.get('font-style') ?? ''), `i, em, cite, ${titles}`],
  ['u', (style) => /underline/.test(decoration(style)), `u, ins, a, ${titles}`],
  ['s', (style) => /line-through/.test(decoration(style)), `s, del, strike, ${titles}`],
  ['sup', (style) => /^super/.test(style.get('vertical-align') ?? ''), `sup, ${titles}`],
  ['sub', (style) => /^sub$/.test(style.get('vertical-align') ?? ''), `sub, ${titles}`],
];

const isBold = (weight = ''): boolean => /^bold/.test(weight) || Number(weight) >= 600;
const isNormal = (weight = ''): boolean =>
  weight === 'normal' || (Number(weight) > 0 && Number(weight) < 600);

function alignmentOf(element: Element, style: Map<string, string>): string {
  const value = (style.get('text-align') ?? element.getAttribute('align') ?? '').toLowerCase();
  if (element.localName === 'center') return 'center';
  return /^(?:center|right|justify)$/.test(value) ? value : '';
}

/** The alignment of most of the text, if that is more than one block. */
function usualAlignment(body: HTMLElement): string | null {
  const values = inherited(body, (element) =>
    isBlock(element) && (element.hasAttribute('style') || element.hasAttribute('align'))
      ? alignmentOf(element, styleOf(element)) || 'left'
      : null,
  );
  const { total, of } = amounts(values);
  const isLong = body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td').length > 2;
  for (const [value, amount] of of) if (isLong && value !== '' && amount * 2 > total) return value;
  return null;
}

function keepStyle(element: HTMLElement, style: Map<string, string>, align: string): void {
  const kept: string[] = [];
  if (isBlock(element)) {
    if (align) kept.push(`text-align: ${align};`);
  } else
    for (const name of ['color', 'background-color'])
      if (style.has(name)) kept.push(`${name}: ${style.get(name)};`);
  element.removeAttribute('align');
  if (kept.length > 0) element.setAttribute('style', kept.join(' '));
  else element.removeAttribute('style');
}
