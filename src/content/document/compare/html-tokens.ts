/** Reads stored HTML, which is generated and therefore regular: no comments, and every attribute value is in double quotes. */

const markup = /<(\/?)([a-z][a-z0-9]*)((?: [^\s="<>/]+(?:="[^"]*")?)*) ?\/?>|[^<]+|</g;
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

type Tag = { kind: 'open' | 'close' | 'void'; name: string; html: string };
type Text = { kind: 'text'; html: string };

export function* htmlTokens(html: string): Generator<Tag | Text> {
  for (const [token, slash, name] of html.matchAll(markup)) {
    if (name === undefined) yield { kind: 'text', html: token };
    else if (slash) yield { kind: 'close', name, html: token };
    else yield { kind: voids.has(name) ? 'void' : 'open', name, html: token };
  }
}

/** The top-level blocks of a document. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let block = '';
  let depth = 0;
  for (const { kind, html: part } of htmlTokens(html)) {
    block += part;
    if (kind === 'open') depth++;
    if (kind === 'close') depth--;
    if (depth > 0) continue;
    depth = 0;
    if (block.trim() !== '') blocks.push(block);
    block = '';
  }
  if (block.trim() !== '') blocks.push(block);
  return blocks;
}
