import { languageFromLabel, languageOf } from './code-languages.ts';
import { isBlock, isElement, isText, make, neighbor, type Step, select, textOf } from './dom.ts';

// Line numbers: GitHub, highlight.js, Pygments, Rouge, Prism, SyntaxHighlighter.
const gutters =
  '.gutter, .lineno, .linenos, .linenodiv, .line-numbers-rows, .hljs-ln-numbers, .blob-num, .react-line-number, ' +
  '.rouge-gutter, .line-number, .token-line-number, .crayon-nums';
const tables =
  'table.highlighttable, table.rouge-table, table.hljs-ln, table.js-file-line-container, table.crayon-table, ' +
  '.syntaxhighlighter > table, table.highlight';
const labels = /\b(?:copy code|copy|copied!?|edit|run code|run|wrap|download|expand|collapse|play)\b/gi;
const maxLabelLength = 60;

/** Code blocks hold only their code: no line numbers, no header with the language and a copy button, no highlighting. */
export const readCodeBlocks: Step = (body) => {
  for (const table of select(body, tables)) replaceTable(table);
  for (const pre of select(body, 'pre')) {
    if (!body.contains(pre) || pre.parentElement?.closest('pre')) continue;
    for (const gutter of pre.querySelectorAll(gutters)) gutter.remove();
    const language = languageOf(pre);
    const inner = pre.querySelectorAll('code');
    const code = inner.length === 1 ? inner[0] : pre;
    const header = code === pre ? '' : labelIn(pre.textContent ?? '', code?.textContent ?? '');
    const { element, label } = withoutHeader(pre);
    const text = codeText(code ?? pre);
    element.replaceWith(codeBlock(pre, text, language ?? languageFromLabel(header || label)));
  }
  // Code without <pre> that has several lines: Confluence, Teams.
  for (const code of select(body, 'code'))
    if (!code.closest('pre') && code.querySelector('br, div, p'))
      code.replaceWith(codeBlock(code, codeText(code), null));
  for (const code of select(body, 'tt, samp')) {
    const inline = make(code, 'code');
    inline.append(...code.childNodes);
    code.replaceWith(inline);
  }
  joinWordLines(body);
};

export function codeBlock(near: Node, text: string, language: string | null): HTMLElement {
  const pre = make(near, 'pre');
  const code = make(near, 'code', language ? { class: `language-${language}` } : {});
  code.textContent = text.replace(/^\n{1,9}/, '').trimEnd();
  pre.append(code);
  return pre;
}

/** The text of code, with a line for each block and line break. */
export function codeText(parent: Node): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.data.replaceAll('\u00a0', ' ');
    else if (!isElement(child)) continue;
    else if (child.localName === 'br') text += '\n';
    else if (isBlock(child)) {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      const inner = codeText(child);
      // An empty line: <div><br></div>.
      text += inner.endsWith('\n') ? inner : `${inner}\n`;
    } else text += codeText(child);
  }
  return text;
}

function replaceTable(table: Element): void {
  for (const gutter of table.querySelectorAll(gutters)) gutter.remove();
  const cells = select(table, 'td.code, td.blob-code, td.hljs-ln-code, td.rouge-code, td.crayon-code');
  if (cells.length === 0) return;
  const text = cells.map((cell) => codeText(cell).replace(/\n$/, '')).join('\n');
  table.replaceWith(codeBlock(table, text, languageOf(table)));
}

/** What a text says besides the code: the label of the language, without the names of buttons. */
function labelIn(whole: string, code: string): string {
  const at = whole.indexOf(code);
  const rest = at === -1 ? '' : whole.slice(0, at) + whole.slice(at + code.length);
  return rest.length > maxLabelLength ? '' : rest.replaceAll(labels, '').trim();
}

/**
 * The outermost element around a code block that has nothing else but a header: ChatGPT, Claude, Gemini, MDN and GitHub wrap
 * code blocks with the name of the language and buttons.
 */
function withoutHeader(pre: HTMLElement): { element: Element; label: string } {
  let element: Element = pre;
  let label = '';
  for (let parent = pre.parentElement; parent; parent = parent.parentElement) {
    if (!/^(?:div|section|figure|span|article|button)$/.test(parent.localName)) break;
    if (parent.querySelectorAll('pre').length !== 1 || parent.querySelector('figcaption, img, p, li')) break;
    const rest = [...parent.childNodes].filter((child) => child !== element).map(textOf);
    const found = rest.join(' ').replaceAll(labels, '').trim();
    if (rest.join('').length > maxLabelLength || (found !== '' && languageFromLabel(found) === null)) break;
    if (found !== '') label = found;
    element = parent;
  }
  return { element, label };
}

/** Word writes each line of preformatted text as a block of its own. */
function joinWordLines(body: HTMLElement): void {
  if (body.querySelector('[class^=Mso]') === null) return;
  for (const pre of select(body, 'pre')) {
    const before = neighbor(pre, 'previousSibling');
    if (!isElement(before) || before.localName !== 'pre') continue;
    const code = before.querySelector('code');
    if (code) code.textContent += `\n${pre.textContent}`;
    pre.remove();
  }
}
