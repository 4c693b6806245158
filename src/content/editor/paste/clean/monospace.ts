import { codeBlock, codeText } from './code-blocks.ts';
import { amounts, inherited, isElement, make, neighbor, type Step, select, styleOf, texts } from './dom.ts';

const family =
  /mono|courier|consolas|menlo|monaco|cascadia|fira code|source code|hack\b|inconsolata|lucida console|andale/i;
const codeSign = /[{}();=<>\\]|^\s{2,}\S|^[#$>]/;

/**
 * Code editors (VS Code, JetBrains, Xcode, Visual Studio) copy colored text in a monospace font. Several lines of it are a code
 * block, a few words in other text are code. Text in one font throughout is only code when it looks like it.
 */
export const readMonospace: Step = (body) => {
  const values = inherited(body, (element) => {
    if (element.localName === 'pre' || element.localName === 'code') return 'code';
    const style = styleOf(element);
    // LibreOffice writes <font face>.
    const font = style.get('font-family') ?? style.get('font') ?? element.getAttribute('face') ?? undefined;
    return font === undefined ? null : family.test(font) ? 'mono' : 'other';
  });
  const { total, of } = amounts(values);
  const mono = of.get('mono') ?? 0;
  if (mono === 0) return;
  const isMixed = mono < total / 2;
  const isCode = (element: Element) =>
    texts(element).every((text) => text.data.trim() === '' || values.get(text) === 'mono');
  readBlocks(body, isCode, isMixed);
  if (isMixed) readWords(body, values);
};

function readBlocks(body: HTMLElement, isCode: (element: Element) => boolean, isMixed: boolean): void {
  for (const block of select(body, 'div, p')) {
    if (!body.contains(block) || !isCode(block) || (block.textContent ?? '').trim() === '') continue;
    const run = [block];
    for (let next = neighbor(block, 'nextSibling'); next; next = neighbor(next, 'nextSibling')) {
      const isLine = isElement(next) && /^(?:div|p|br)$/.test(next.localName);
      if (!isLine || !isCode(next as Element)) break;
      run.push(next as HTMLElement);
    }
    const lines = run
      .map((line) => (line.localName === 'br' ? '' : codeText(line).replace(/\n$/, '')))
      .join('\n');
    if (lines.trim().includes('\n') && (isMixed || looksLikeCode(block, lines))) {
      block.before(codeBlock(block, lines, null));
      for (const line of run) line.remove();
    }
  }
}

function looksLikeCode(block: Element, text: string): boolean {
  for (let element: Element | null = block; element; element = element.parentElement)
    if (/^pre/.test(styleOf(element).get('white-space') ?? '')) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => codeSign.test(line)).length * 3 >= lines.length;
}

function readWords(body: HTMLElement, values: Map<Text, string>): void {
  for (const [text, value] of values) {
    if (value !== 'mono' || text.data.trim() === '' || !body.contains(text)) continue;
    if (text.parentElement?.closest('pre, code, kbd, h1, h2, h3, h4, h5, h6')) continue;
    const code = make(text, 'code');
    text.replaceWith(code);
    code.append(text);
  }
}
