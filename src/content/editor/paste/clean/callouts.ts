import { calloutKind } from '../../../foreign/callout-kind.ts';
import { isElement, isText, make, rename, type Step, select, textOf, texts, unwrap } from './dom.ts';
import { inlineContent } from './figures.ts';

const signs: Record<string, string> = {
  '💡': 'tip',
  '⚠': 'warning',
  '❗': 'important',
  '‼': 'important',
  ℹ: 'note',
  '📝': 'note',
  '🚨': 'caution',
  '🛑': 'caution',
  '✅': 'tip',
};
const callouts =
  // GitHub and GitLab; MDN; Sphinx and MkDocs; Docusaurus; Ghost; Notion; Obsidian; Bootstrap.
  '.markdown-alert, .notecard, .admonition, .theme-admonition, .kg-callout-card, figure.callout, .callout[data-callout], ' +
  '.notion-callout-block, .alert[role=alert], div.alert, aside';
const titles =
  '.markdown-alert-title, .admonition-title, .callout-title, [class^=admonitionHeading], .alert-title';

/** Boxes with a note or a warning, and text that can be folded. */
export const readCallouts: Step = (body) => {
  for (const box of select(body, callouts)) if (body.contains(box)) readCallout(box);
  readToggles(body);
};

function readCallout(box: HTMLElement): void {
  const sign = takeSign(box);
  const named = `${box.className} ${box.getAttribute('data-callout') ?? ''}`;
  // An aside is a callout only in Notion, which begins it with an emoji.
  if (box.localName === 'aside' && !sign && !/callout|admonition|note|warning/.test(named)) {
    unwrap(box);
    return;
  }
  const kind = (sign && signs[sign]) || calloutKind(named);
  for (const title of select(box, titles)) {
    if (isName(textOf(title))) title.remove();
    else {
      const line = rename(title, 'p');
      const strong = make(line, 'strong');
      strong.append(...line.childNodes);
      line.append(strong);
    }
  }
  takeLabel(box);
  if (sign && !signs[sign]) box.prepend(`${sign} `);
  rename(box, 'aside', { class: `callout ${kind}` }).removeAttribute('style');
}

const isName = (text: string): boolean =>
  /^(?:note|tip|important|warning|caution|info|danger|hint|attention|callout)[:.]?$/i.test(text);

/** The icon of Notion and Ghost, which says what kind of callout it is. */
function takeSign(box: HTMLElement): string | null {
  const icon = box.querySelector('.icon, .kg-callout-emoji, .notion-record-icon');
  const first = texts(icon ?? box).find((text) => text.data.trim() !== '');
  const [found, glyph] = /^\s{0,99}(\p{Extended_Pictographic})\uFE0F?\s{0,9}/u.exec(first?.data ?? '') ?? [];
  if (!first || !found || !glyph) return null;
  if (icon) icon.remove();
  else first.data = first.data.slice(found.length);
  return glyph.replace('\uFE0F', '');
}

/** MDN and many blogs begin with the name of the box in bold: "Note: …". */
function takeLabel(box: HTMLElement): void {
  const bold = box.querySelector('strong, b');
  const first = texts(box).find((text) => text.data.trim() !== '');
  if (!bold || !first || !bold.contains(first) || !isName(textOf(bold))) return;
  const after = bold.nextSibling;
  bold.remove();
  if (isText(after)) after.data = after.data.replace(/^[\s:]{1,9}/, '');
}

function readToggles(body: HTMLElement): void {
  // Ghost.
  for (const card of select(body, '.kg-toggle-card')) {
    const summary = make(card, 'summary');
    summary.append(...(card.querySelector('.kg-toggle-heading-text')?.childNodes ?? []));
    const details = make(card, 'details');
    details.append(summary, ...(card.querySelector('.kg-toggle-content')?.childNodes ?? []));
    card.replaceWith(details);
  }
  for (const details of select(body, 'details')) {
    const summary = [...details.children].find((child) => child.localName === 'summary');
    if (!isElement(summary ?? null) || !summary || textOf(summary) === '') {
      summary?.remove();
      unwrap(details);
      continue;
    }
    inlineContent(summary as HTMLElement);
    details.prepend(summary);
    for (const name of details.getAttributeNames()) details.removeAttribute(name);
  }
  for (const summary of select(body, 'summary'))
    if (summary.parentElement?.localName !== 'details') rename(summary, 'p');
}
