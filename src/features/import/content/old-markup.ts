import { parse } from '../../../content/document/parse.ts';
import {
  append,
  appendText,
  attribute,
  become,
  type Element,
  element,
  elements,
  type Fragment,
  hasClass,
  isElement,
  isText,
  type Parent,
  rename,
  replaceWith,
  setAttribute,
  textContent,
} from '../../../content/document/tree.ts';
import { languageInClasses } from '../../../content/foreign/code-language.ts';
import type { ConvertOptions, Remarks } from './options.ts';

/** Galleries of WordPress and its plugins, and of Squarespace. */
const galleries: Record<string, string[]> = {
  ul: ['wp-block-gallery', 'blocks-gallery-grid'],
  div: ['sqs-gallery', 'image-gallery-wrapper', 'tiled-gallery', 'wp-block-jetpack-tiled-gallery'],
};

/** Rewrites elements and attributes of old editors and plugins whose meaning would be lost otherwise. */
export function modernize(tree: Fragment, options: ConvertOptions, remarks: Remarks): void {
  markLanguages(tree);
  for (const node of [...elements(tree)]) {
    const name = node.tagName;
    if (name === 'pre') nameLanguage(node);
    else if (name === 'font') colorOf(node);
    else if (name === 'textarea' || name === 'xmp' || name === 'plaintext')
      setText(node, 'pre', textContent(node));
    else if (name === 'sup' && attribute(node, 'data-fn')) makeFootnote(node, options);
    else if (Object.hasOwn(galleries, name) && hasClass(node, ...(galleries[name] ?? [])))
      rename(node, 'div', 'gallery');
    else if (name === 'math') keepMath(node, remarks);
    else if (name === 'center' || (name === 'div' && attribute(node, 'align'))) alignParagraphs(node);
    else if (name === 'option') rename(node, 'p', null);
    else if (name === 'select' || name === 'optgroup') rename(node, 'div', null);
    else if (name === 'span' && attribute(node, 'style')) markStyle(node);
  }
}

// Code

function nameLanguage(pre: Element): void {
  if (hasClass(pre, 'wp-block-verse')) {
    makeVerse(pre);
    return;
  }
  const inner = pre.childNodes.filter(isElement).find(({ tagName }) => tagName === 'code');
  for (const node of inner ? [inner, pre] : [pre]) {
    const named = ['lang', 'data-language', 'data-lang', 'data-enlighter-language'].flatMap(
      (name) => attribute(node, name) ?? [],
    );
    const classed = languageInClasses(attribute(node, 'class') ?? '') ?? [];
    const language = [classed, named].flat().find((one) => /^[\w+#.-]{1,30}$/.test(one));
    if (language === undefined) continue;
    setAttribute(inner ?? pre, 'class', `language-${language.toLowerCase()}`);
    return;
  }
}

/** The language of a code block is in a comment before it (see `blocks.ts`). */
function markLanguages(tree: Fragment): void {
  let language = '';
  const visit = ({ childNodes }: Parent): void => {
    for (const node of childNodes) {
      if (node.nodeName === '#comment' && 'data' in node)
        language = /^language:(.{1,30})$/.exec(node.data)?.[1] ?? language;
      if (!isElement(node)) continue;
      if (node.tagName === 'pre' && language !== '') {
        setAttribute(node, 'class', `language-${language}`);
        language = '';
      }
      visit(node);
    }
  };
  visit(tree);
}

function setText(node: Element, name: string, text: string): void {
  become(node, name, null, []);
  appendText(node, text);
}

/** The lines of a poem are lines, not code. */
function makeVerse(pre: Element): void {
  rename(pre, 'p', null);
  for (const text of [pre, ...elements(pre)].flatMap(({ childNodes }) => childNodes.filter(isText))) {
    const lines = text.value.split('\n').map((value) => ({ ...text, value }));
    replaceWith(text, ...lines.flatMap((line, index) => (index === 0 ? [line] : [element('br'), line])));
  }
}

// Formats

/** The alignment of a group is stored with each of its paragraphs. */
function alignParagraphs(group: Element): void {
  const align = group.tagName === 'center' ? 'center' : (attribute(group, 'align') ?? '');
  for (const child of group.childNodes.filter(isElement))
    if (/^(?:p|h[1-6]|div)$/.test(child.tagName) && !attribute(child, 'align') && !attribute(child, 'style'))
      setAttribute(child, 'align', align);
}

function colorOf(node: Element): void {
  const color = attribute(node, 'color')?.trim();
  rename(node, 'span', null);
  if (color) setAttribute(node, 'style', `color: ${/^[\da-f]{6}$/i.test(color) ? '#' : ''}${color};`);
}

const styleMarks: [RegExp, string][] = [
  [/font-weight\s{0,9}:\s{0,9}(?:bold|bolder|[6-9]00)\b/i, 'strong'],
  [/font-style\s{0,9}:\s{0,9}(?:italic|oblique)\b/i, 'em'],
  [/text-decoration(?:-line)?\s{0,9}:[^;]{0,40}\bunderline\b/i, 'u'],
  [/text-decoration(?:-line)?\s{0,9}:[^;]{0,40}\bline-through\b/i, 's'],
];

/** Bold and italic text of old editors is a span with a style. */
function markStyle(node: Element): void {
  const style = attribute(node, 'style') ?? '';
  for (const [pattern, name] of styleMarks) {
    if (!pattern.test(style)) continue;
    const inside = element(name);
    for (const child of node.childNodes.splice(0)) append(inside, child);
    append(node, inside);
  }
}

/** The block editor stores the texts of footnotes apart from the post. */
function makeFootnote(node: Element, options: ConvertOptions): void {
  const text = options.footnote?.(attribute(node, 'data-fn') ?? '');
  if (text === undefined) return;
  become(node, 'span', 'footnote', parse(text).childNodes);
}

/** Formulas are stored as TeX; MathML without it becomes the text that it shows. */
function keepMath(node: Element, remarks: Remarks): void {
  const hasTex =
    attribute(node, 'alttext') !== undefined ||
    [...elements(node)].some(({ tagName }) => tagName === 'annotation');
  if (hasTex) return;
  setText(node, 'span', textContent(node));
  remarks.add('A formula without TeX became plain text.');
}
