import { Composer } from '../../../content/document/compose.ts';
import { parse, write } from '../../../content/document/parse.ts';
import {
  append,
  attribute,
  element,
  elements,
  type Fragment,
  isElement,
  isText,
  setAttribute,
} from '../../../content/document/tree.ts';
import { imageUrlInHtml } from '../../../content/document/url.ts';
import { recognizeForeign } from '../../../content/foreign/foreign.ts';
import { textDiffers } from '../messages/imports.ts';
import { autop } from './autop.ts';
import { expandBlocks, hasBlocks } from './blocks.ts';
import { differenceOf, missingCode, visibleText } from './compare-text.ts';
import { autoEmbed, replaceFrames } from './frames.ts';
import { imageUrls, resolveImages } from './images.ts';
import { modernize } from './old-markup.ts';
import { type ConvertOptions, Remarks } from './options.ts';
import { escapeCode } from './raw-code.ts';
import { shortcodeHandlers } from './shortcode-handlers.ts';
import { expandShortcodes } from './shortcodes.ts';

/**
 * Converts the HTML of another program into that of a post (docs/development/document-format.md), and says what could not be taken
 * over. No text and no image is lost without a remark.
 */
export function convertForeignHtml(
  html: string,
  options: ConvertOptions = {},
): { html: string; remarks: string[] } {
  const remarks = new Remarks();
  const written = escapeCode(html);
  const tree = parse(options.wordpress ? wordpressHtml(written.html, options, remarks) : written.html);
  options.prepare?.(tree, remarks);
  rewriteUrls(tree, options);
  modernize(tree, options, remarks);
  const source = visibleText(tree);
  resolveImages(tree, remarks);
  makeAbsolute(tree, options.baseUrl);
  autoEmbed(tree);
  replaceFrames(tree, remarks);
  const images = imageUrls(tree);
  recognizeForeign(tree);
  const composer = new Composer(() => false);
  composer.children(tree, []);
  removeEmptyParagraphs(composer.root);
  keepImages(composer.root, images, remarks);
  const stored = visibleText(composer.root);
  const difference = differenceOf(source, stored) ?? missingCode(written.codes, stored);
  if (difference) remarks.add(textDiffers(difference));
  return { html: write(composer.root), remarks: remarks.list() };
}

function wordpressHtml(html: string, options: ConvertOptions, remarks: Remarks): string {
  const handlers = shortcodeHandlers(options, remarks);
  const isPaged = /<!--\s{0,9}nextpage\s{0,9}-->/i.test(html);
  if (isPaged) remarks.add('The post had several pages, which were joined.');
  const whole = formulasOf(
    html.replace(/<!--\s{0,9}(?:more\b[^>]{0,200}|noteaser|nextpage)\s{0,9}-->/gi, '\n\n'),
  );
  const expanded = expandShortcodes(whole, handlers);
  return hasBlocks(expanded) ? expandBlocks(expanded, options, remarks) : autop(expanded);
}

/** `$latex x^2$` of WordPress.com. */
const formulasOf = (html: string): string =>
  html.replace(
    /\$latex[\s=]([^$]+)\$/g,
    (_all, tex: string) => `<span class="math">${tex.trim().replaceAll('<', '&lt;')}</span>`,
  );

/** They are left where something had no place, or where an editor made space. */
function removeEmptyParagraphs(root: Fragment): void {
  root.childNodes = root.childNodes.filter(
    (node) =>
      !isElement(node) ||
      node.tagName !== 'p' ||
      node.childNodes.some((child) => !isText(child) || /\S/.test(child.value)),
  );
}

/** An image where none can be, such as in code or a caption, goes to the end. */
function keepImages(root: Fragment, before: readonly string[], remarks: Remarks): void {
  const kept = new Set(imageUrls(root));
  const lost = new Set<string>();
  for (const src of before) {
    const url = imageUrlInHtml(src);
    if (url === null) remarks.add(`An image without a usable URL was left out: ${src.slice(0, 200)}`);
    else if (!kept.has(url)) lost.add(url);
  }
  for (const src of lost) {
    append(append(root, element('figure')), element('img', [{ name: 'src', value: src }]));
    remarks.add(`An image that cannot stand where it was is at the end: ${src.slice(0, 200)}`);
  }
}

// URLs

const urlAttributes = new Map<string, readonly string[]>([
  ['a', ['href']],
  ['object', ['data']],
  ['video', ['src', 'poster']],
  ...['img', 'audio', 'source', 'iframe', 'embed'].map((name) => [name, ['src']] as const),
]);
const ownAttributes = ['src', 'poster', 'data-src'];

/** Sets the URLs that the reader of a format knows better. */
function rewriteUrls(tree: Fragment, { imageUrl, linkUrl }: ConvertOptions): void {
  if (!imageUrl && !linkUrl) return;
  for (const node of elements(tree)) {
    const isPlayer = /^(?:img|video|audio|source|embed|input)$/.test(node.tagName);
    const names = node.tagName === 'a' ? ['href'] : isPlayer ? ownAttributes : [];
    const rewritten = isPlayer ? imageUrl : linkUrl;
    for (const name of names) {
      const value = attribute(node, name);
      if (value !== undefined && rewritten) setAttribute(node, name, rewritten(value));
    }
  }
}

/** Resolves relative URLs against the URL of the post in the source. Links within the page stay. */
function makeAbsolute(tree: Fragment, baseUrl: string | undefined): void {
  const base = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (!base) return;
  for (const node of elements(tree))
    for (const name of urlAttributes.get(node.tagName) ?? []) {
      const value = attribute(node, name)?.trim();
      if (value && !/^(?:[a-z][a-z\d+.-]{0,30}:|#|\[|\{)/i.test(value))
        setAttribute(node, name, resolved(value, base));
    }
}

/** `www.example.org/page` was meant as another site, `page.html` as a neighbor. */
const resolved = (value: string, base: URL): string =>
  /^www\.[\w-]{1,63}\.\w/i.test(value) ? `http://${value}` : (URL.parse(value, base)?.href ?? value);
