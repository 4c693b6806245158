import { escapeText } from '../../../content/markdown/markup.ts';
import { autop } from './autop.ts';
import { codeBlock, embed, link } from './markup.ts';
import type { ConvertOptions, Remarks } from './options.ts';

type Block = {
  name: string;
  attributes: Record<string, unknown>;
  isClosing: boolean;
  isVoid: boolean;
  start: number;
  end: number;
};

const delimiter = /^<!--\s{1,20}(\/?)wp:([a-z][\w-]{0,60}(?:\/[a-z][\w-]{0,60})?)\s/i;

export function hasBlocks(html: string): boolean {
  return html.includes('<!-- wp:');
}

/**
 * Replaces the comments that delimit blocks. The HTML between them stands for itself; a block without any is written from
 * its attributes, as WordPress does when it shows the post.
 */
export function expandBlocks(html: string, options: ConvertOptions, remarks: Remarks, depth = 0): string {
  const output: string[] = [];
  let done = 0;
  let level = 0;
  for (const block of blocksOf(html)) {
    const text = html.slice(done, block.start);
    // Text outside of blocks is of the classic editor.
    output.push(level === 0 ? autop(text) : text);
    done = block.end;
    if (block.isVoid) output.push(voidBlock(block, options, remarks, depth));
    else if (block.isClosing) level = Math.max(0, level - 1);
    else {
      level += 1;
      output.push(openingOf(block));
    }
  }
  output.push(level === 0 ? autop(html.slice(done)) : html.slice(done));
  return output.join('');
}

function* blocksOf(html: string): Generator<Block> {
  let start = html.indexOf('<!--');
  while (start !== -1) {
    const close = html.indexOf('-->', start + 4);
    if (close === -1) return;
    const end = close + 3;
    const [all, slash, name] = delimiter.exec(html.slice(start, Math.min(end, start + 200))) ?? [];
    if (all !== undefined && name !== undefined) {
      const rest = html.slice(start + all.length, close).trim();
      const isVoid = rest.endsWith('/');
      yield {
        name: name.replace(/^core\//, ''),
        attributes: attributesOf(isVoid ? rest.slice(0, -1) : rest),
        isClosing: slash === '/',
        isVoid,
        start,
        end,
      };
    }
    start = html.indexOf('<!--', end);
  }
}

function attributesOf(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {};
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is only in the attributes of a block with content: the language of code. */
function openingOf({ name, attributes }: Block): string {
  const language = textOf(attributes.language);
  return /code/.test(name) && /^[\w+#.-]{1,30}$/.test(language) ? `<!--language:${language}-->` : '';
}

const maxReusable = 5;
const silent = new Set(
  'spacer more nextpage paragraph column columns group footnotes separator page-break'.split(' '),
);

function voidBlock(
  { name, attributes }: Block,
  options: ConvertOptions,
  remarks: Remarks,
  depth: number,
): string {
  if (name === 'block') {
    const content = depth < maxReusable ? options.reusableBlock?.(String(attributes.ref)) : undefined;
    if (content !== undefined) return expandBlocks(content, options, remarks, depth + 1);
    remarks.add(`The reusable block ${escapeText(String(attributes.ref))} is not part of the export.`);
    return '';
  }
  const url = [attributes.url, attributes.src, attributes.href]
    .map(textOf)
    .find((one) => /^https?:/i.test(one));
  const code = textOf(attributes.code);
  if (code && /code/.test(name)) return codeBlock(escapeText(code), textOf(attributes.language));
  if (name === 'social-link' && url) return `<p>${link(url)}</p>`;
  if (url) return embed(url);
  const text = textOf(attributes.content);
  if (text) return `<p>${text}</p>`;
  if (name === 'separator') return '<hr>';
  if (!silent.has(name)) remarks.unknownBlock(name);
  return '';
}
