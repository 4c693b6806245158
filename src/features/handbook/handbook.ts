import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, write } from '../../content/document/parse.ts';
import { renderContent } from '../../content/document/render.ts';
import {
  attribute,
  type Element,
  elements,
  type Fragment,
  isElement,
  isText,
  remove,
  rename,
  setAttribute,
  textContent,
} from '../../content/document/tree.ts';
import { shortened } from '../../content/document/truncate.ts';
import { markdownToHtml } from '../../content/markdown/to-html.ts';
import type { HandbookHit, HandbookPage } from './api.ts';

/** A section of a page: what follows a heading, as plain text. */
type Section = { heading: string; id: string; text: string };
export type RenderedPage = HandbookPage & { sections: readonly Section[] };

/** It has the name that code forges show first. */
export const startPage = 'README';

/**
 * The pages of a folder with `handbook/*.md` and pages in detail beside it, by name. `urlOf` is where a page is shown: in the admin
 * area and in the static site these differ. The pages are part of the program, so their HTML is not sanitized.
 */
export function readHandbook(folder: string, urlOf: (name: string) => string): Map<string, RenderedPage> {
  const files = globSync(['handbook/*.md', '*.md'], { cwd: folder }).sort();
  const names = new Set(files.map(nameOf));
  return new Map(
    files.map((file) => {
      const markdown = readFileSync(path.join(folder, file), 'utf8');
      const tree = parse(renderContent(markdownToHtml(markdown).html));
      for (const link of [...elements(tree)].filter(({ tagName }) => tagName === 'a'))
        pointToPage(link, names, urlOf);
      const sections = sectionsOf(tree);
      const name = nameOf(file);
      const title = sections.find(({ heading }) => heading)?.heading ?? name;
      // Whatever shows the page has the title as its heading.
      const [heading] = [...elements(tree)].filter(({ tagName }) => tagName === 'h1');
      if (heading) remove(heading);
      return [name, { name, title, html: write(tree).replaceAll(screenshot, inBothSchemes), sections }];
    }),
  );
}

const nameOf = (file: string): string => path.basename(file, '.md');

/** `npm run screenshots` takes each one in both schemes. */
const screenshot = /<img src="\.\.\/(screenshots\/[\w-]+)\.webp"([^<>]*)>/g;
const inBothSchemes =
  '<picture><source media="(prefers-color-scheme: dark)" srcset="$1-dark.webp"><img src="$1.webp" width="1280" height="960"$2></picture>';

/** Of the ids that rendering gives to headings. */
const idPrefix = 'h-';

/** Links between pages name files; those to files that are no pages become text. */
function pointToPage(link: Element, names: ReadonlySet<string>, urlOf: (name: string) => string): void {
  const [file = '', anchor] = (attribute(link, 'href') ?? '').split('#', 2);
  if (file === '' || file.startsWith('/') || file.includes(':')) return;
  const name = nameOf(file);
  if (file.endsWith('.md') && names.has(name))
    setAttribute(link, 'href', urlOf(name) + (anchor ? `#${idPrefix}${anchor}` : ''));
  else rename(link, 'span', null);
}

function sectionsOf(tree: Fragment): Section[] {
  const sections: Section[] = [{ heading: '', id: '', text: '' }];
  for (const node of tree.childNodes) {
    if (!isElement(node) && !isText(node)) continue;
    const text = squeezed(isText(node) ? node.value : spacedText(node));
    if (isElement(node) && /^h[1-6]$/.test(node.tagName))
      sections.push({ heading: text, id: attribute(node, 'id') ?? '', text: '' });
    else (sections.at(-1) as Section).text += `${text} `;
  }
  return sections;
}

/** With spaces between cells and items, which have none in the markup. */
const spacedText = (node: Element): string =>
  node.childNodes
    .map((child) =>
      isElement(child) && separate.has(child.tagName) ? ` ${spacedText(child)} ` : textOf(child),
    )
    .join('');
const separate = new Set(['p', 'ul', 'ol', 'li', 'thead', 'tbody', 'tr', 'th', 'td', 'table', 'div']);
const textOf = (node: Element['childNodes'][number]): string =>
  isText(node) ? node.value : isElement(node) ? textContent(node) : '';

const squeezed = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

const maxHits = 30;
const excerptLength = 160;

/** Sections with every word of the query; those with all of them in the heading come first. */
export function searchHandbook(pages: Iterable<RenderedPage>, query: string): HandbookHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  // The start page names everything that the others explain.
  const explaining = [...pages].filter(({ name }) => name !== startPage);
  const hits = explaining.flatMap(({ name, title, sections }) =>
    sections.flatMap(({ heading, id, text }) => {
      const head = `${title} ${heading}`.toLowerCase();
      const body = text.toLowerCase();
      if (!words.every((word) => head.includes(word) || body.includes(word))) return [];
      const isNamed = words.every((word) => head.includes(word));
      const near = body.indexOf(words.find((word) => body.includes(word)) ?? '') - 40;
      // From the beginning of a word.
      const at = near > 0 ? text.indexOf(' ', near) + 1 : 0;
      const excerpt = shortened(text.slice(at), excerptLength);
      return { page: name, title, heading: heading === title ? '' : heading, id, excerpt, isNamed };
    }),
  );
  return hits
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .slice(0, maxHits)
    .map(({ isNamed: _, ...hit }) => hit);
}
