import { escapeAttribute } from '../../../../content/markdown/markup.ts';

type WikiLinks = {
  /** The URL of an image with this name anywhere in the source. */
  imageUrl(name: string): string | null;
  /** The URL of a text with this name. */
  textUrl(name: string): string | null;
  /** Names that lead nowhere, which become text. Null where the notation may mean something else. */
  lost: Set<string> | null;
};

/**
 * Notations that our Markdown does not know, outside of code: attribute lists of kramdown and Hugo (`{: .wide}`,
 * `## Title {#id}`), its table of contents, and links of Obsidian (`[[Tea|a note]]`, `![[tea.jpg]]`).
 */
export function convertDialects(body: string, wiki: WikiLinks): string {
  const lines = body.split('\n');
  const result: string[] = [];
  let fence = '';
  for (const line of lines) {
    const mark = line.length < 300 ? /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
    if (fence === '' && mark) fence = mark;
    else if (fence !== '' && mark?.startsWith(fence) && line.trim() === mark) fence = '';
    const isCode = fence !== '' || mark !== undefined || /^(?: {4}|\t)/.test(line);
    if (isCode || !/[[{]/.test(line)) result.push(line);
    else pushLine(line);
  }
  return result.join('\n');

  function pushLine(line: string): void {
    const trimmed = line.trim();
    const isList = trimmed.startsWith('{:') && trimmed.endsWith('}') && !trimmed.includes('{', 1);
    if (!isList) result.push(outsideCode(line, wiki));
    else if (/^\{:\s{0,9}toc\b/i.test(trimmed)) {
      // kramdown writes it below a list with one item that it replaces.
      if (/^(?:[*+-]|1\.)\s/.test(result.at(-1)?.trim() ?? '')) result.pop();
      result.push('', '[TOC]', '');
    }
  }
}

/** A line without its code spans is every other part between backticks. */
function outsideCode(line: string, wiki: WikiLinks): string {
  return line
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : convertPart(part, wiki)))
    .join('`');
}

function convertPart(part: string, wiki: WikiLinks): string {
  let converted = part;
  if (converted.includes('{:')) converted = converted.replace(/\{:[^{}]*\}/g, '');
  if (converted.startsWith('#')) converted = withoutAttributes(converted);
  if (converted.includes('){')) converted = converted.replace(/\)\{[.#:][^{}]*\}/g, ')');
  if (converted.includes('[['))
    converted = converted.replace(/!?\[\[[^[\]]+\]\](?!\()/g, (link) => wikiLink(link, wiki));
  return converted;
}

/** A heading without the attributes in braces at its end. */
function withoutAttributes(heading: string): string {
  const line = heading.trimEnd();
  const at = line.lastIndexOf('{');
  return line.endsWith('}') && at > 0 && /^\{[.#]/.test(line.slice(at))
    ? line.slice(0, at).trimEnd()
    : heading;
}

function wikiLink(link: string, wiki: WikiLinks): string {
  const isEmbed = link.startsWith('!');
  const [target = '', label] = link.slice(isEmbed ? 3 : 2, -2).split('|', 2);
  const [name = '', anchor] = target.trim().split('#', 2);
  const shown = (label ?? (name || anchor || '')).trim();
  if (isEmbed) {
    const url = wiki.imageUrl(name);
    const alt = /^\d+(?:x\d+)?$/.test(shown) ? '' : shown;
    if (url) return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt === name ? '' : alt)}">`;
  }
  const url = name === '' ? `#${anchor}` : wiki.textUrl(name);
  if (url) return `[${shown}](<${url}>)`;
  wiki.lost?.add(target.trim());
  return wiki.lost ? shown : link;
}
