import {
  amounts,
  inherited,
  isBlank,
  rename,
  type Step,
  select,
  styleOf,
  textOf,
  texts,
  unwrap,
} from './dom.ts';

const maxHeadingLength = 200;

/** Headings by role (Word Online), and by size: the title of a document in Google Docs, Pages or Notes is a large paragraph. */
export const readHeadings: Step = (body) => {
  for (const element of select(body, '[role=heading][aria-level]')) {
    const level = Number(element.getAttribute('aria-level'));
    if (/^(?:p|div|span)$/.test(element.localName) && level >= 1 && level <= 6) rename(element, `h${level}`);
  }
  readSizes(body);
  for (const heading of select(body, 'h1, h2, h3, h4, h5, h6')) {
    for (const wrapper of select(heading, 'div, section')) unwrap(wrapper);
    if (isBlank(heading) && heading.querySelector('img')) rename(heading, 'p');
    else if (isBlank(heading)) heading.remove();
    // The style of headings is that of the site.
    else for (const bold of select(heading, 'b, strong')) if (textOf(bold) === textOf(heading)) unwrap(bold);
  }
};

function readSizes(body: HTMLElement): void {
  const values = inherited(body, (element) => {
    if (/^(?:h[1-6]|pre|code|table|blockquote)$/.test(element.localName)) return 'set';
    const size = points(styleOf(element).get('font-size') ?? styleOf(element).get('font') ?? '');
    return size === null ? null : String(size);
  });
  const { total, of } = amounts(values);
  const [usual, amount] = [...of]
    .filter(([size]) => Number(size) > 0)
    .sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
  if (amount * 2 < total) return;
  for (const paragraph of select(body, 'p')) {
    const text = textOf(paragraph);
    if (text === '' || text.length > maxHeadingLength || paragraph.closest('li, td, th, blockquote'))
      continue;
    const sizes = texts(paragraph)
      .filter((part) => part.data.trim() !== '')
      .map((part) => Number(values.get(part)));
    const ratio = Math.min(...sizes) / Number(usual);
    if (ratio >= 1.5) rename(paragraph, ratio >= 1.9 ? 'h1' : 'h2').removeAttribute('style');
  }
}

function points(value: string): number | null {
  const [, number, unit] = /\b(\d{1,4}(?:\.\d{1,6})?)(pt|px)/.exec(value) ?? [];
  return number ? Number(number) * (unit === 'px' ? 0.75 : 1) : null;
}
