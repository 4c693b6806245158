import {
  append,
  appendText,
  attribute,
  classesOf,
  type Element,
  element,
  elements,
  find,
  hasClass,
  isText,
  type Parent,
  prepend,
  remove,
  rename,
  type Text,
  textContent,
} from '../document/tree.ts';

const kinds: [kind: string, words: RegExp][] = [
  ['caution', /\b(?:caution|danger|error)\b/i],
  ['warning', /\b(?:warning|attention|warn|experimental|deprecated)\b/i],
  ['important', /\bimportant\b/i],
  ['tip', /\b(?:tip|hint|success)\b/i],
];

/** The kind of a callout, from the words that another program has for it: the classes of its element, for example. */
export const calloutKind = (words: string): string =>
  kinds.find(([, pattern]) => pattern.test(words.replaceAll('_', ' ')))?.[0] ?? 'note';

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

/** GitHub and GitLab; MDN; Sphinx and MkDocs; Docusaurus; Ghost; Notion. */
const boxes = [
  'markdown-alert',
  'notecard',
  'admonition',
  'theme-admonition',
  'kg-callout-card',
  'notion-callout-block',
];

/** Notion's export, Obsidian, Bootstrap. */
const isBox = (node: Element): boolean =>
  hasClass(node, ...boxes) ||
  classesOf(node).some((name) => name.startsWith('markdown-alert-') && !name.endsWith('-title')) ||
  (hasClass(node, 'callout') &&
    (node.tagName === 'figure' || attribute(node, 'data-callout') !== undefined)) ||
  (hasClass(node, 'alert') && (node.tagName === 'div' || attribute(node, 'role') === 'alert'));

/** Boxes with a note or a warning. */
export function recognizeCallout(node: Element): boolean {
  const isAside = node.tagName === 'aside';
  const words = `${attribute(node, 'class') ?? ''} ${attribute(node, 'data-callout') ?? ''}`;
  if (!isAside && !(/alert|notecard|admonition|callout/.test(words) && isBox(node))) return false;
  if (isAside && hasClass(node, 'callout') && attribute(node, 'data-callout') === undefined) {
    for (const label of [...elements(node)]) if (hasClass(label, 'callout-label')) remove(label);
    rename(node, 'aside', `callout ${calloutKind(words)}`);
    return true;
  }
  const sign = takeSign(node);
  // An aside is a callout only in Notion, which begins it with an emoji.
  if (isAside && !sign && !/callout|admonition|note|warning/.test(words)) return false;
  const kind = (sign && signs[sign]) || calloutKind(words);
  for (const title of [...elements(node)]) if (isTitle(title)) readTitle(title);
  takeLabel(node);
  if (sign && !signs[sign]) {
    const text = element('span');
    appendText(text, `${sign} `);
    prepend(node, text);
  }
  rename(node, 'aside', `callout ${kind}`);
  return true;
}

const titles = ['markdown-alert-title', 'admonition-title', 'callout-title', 'alert-title'];
const isTitle = (node: Element): boolean =>
  hasClass(node, ...titles) || (attribute(node, 'class') ?? '').startsWith('admonitionHeading');

const isName = (text: string): boolean =>
  /^(?:note|tip|important|warning|caution|info|danger|hint|attention|callout)[:.]?$/i.test(text.trim());

/** A title that only names the kind is not needed. */
function readTitle(title: Element): void {
  if (isName(textContent(title))) {
    remove(title);
    return;
  }
  const strong = element('strong');
  for (const child of title.childNodes.splice(0)) append(strong, child);
  rename(title, 'p', null);
  append(title, strong);
}

function firstText(parent: Parent): Text | undefined {
  for (const child of parent.childNodes) {
    if (isText(child) && child.value.trim() !== '') return child;
    const inside = 'childNodes' in child ? firstText(child) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

/** The icon of Notion and Ghost, which says what kind of callout it is. */
function takeSign(box: Element): string | null {
  const icon = find(box, (node) => hasClass(node, 'icon', 'kg-callout-emoji', 'notion-record-icon'));
  const first = firstText(icon ?? box);
  const [found, glyph] = /^\s{0,99}(\p{Extended_Pictographic})\uFE0F?\s{0,9}/u.exec(first?.value ?? '') ?? [];
  if (icon && textContent(icon).trim() !== '') remove(icon);
  else if (!icon && first && found) first.value = first.value.slice(found.length);
  return glyph ?? null;
}

/** MDN and many blogs begin with the name of the box in bold: "Note: …". */
function takeLabel(box: Element): void {
  const bold = find(box, ({ tagName }) => tagName === 'strong' || tagName === 'b');
  if (!bold || firstText(box) !== firstText(bold) || !isName(textContent(bold))) return;
  const siblings = bold.parentNode?.childNodes ?? [];
  const after = siblings[siblings.indexOf(bold) + 1];
  remove(bold);
  if (after && isText(after)) after.value = after.value.replace(/^[\s:]{1,9}/, '');
}
