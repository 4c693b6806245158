import { Composer } from '../../../content/document/compose.ts';
import { parse, write } from '../../../content/document/parse.ts';
import { append, element, type Fragment, isElement, isText } from '../../../content/document/tree.ts';
import { imageUrlInHtml } from '../../../content/document/url.ts';
import { recognizeForeign } from '../../../content/foreign/foreign.ts';
import { textDiffers } from '../messages/imports.ts';
import { makeAbsolute, rewriteUrls } from './absolute.ts';
import { autoEmbed } from './auto-embed.ts';
import { autop } from './autop.ts';
import { expandBlocks, hasBlocks } from './blocks.ts';
import { differenceOf, missingCode, visibleText } from './compare-text.ts';
import { replaceFrames } from './frames.ts';
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
function formulasOf(html: string): string {
  return html.includes('$latex')
    ? html.replace(
        /\$latex[\s=]([^$]+)\$/g,
        (_all, tex: string) => `<span class="math">${tex.trim().replaceAll('<', '&lt;')}</span>`,
      )
    : html;
}

/** They are left where something had no place, or where an editor made space. */
function removeEmptyParagraphs(root: Fragment): void {
  root.childNodes = root.childNodes.filter(
    (node) =>
      node.nodeName !== 'p' ||
      !isElement(node) ||
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
