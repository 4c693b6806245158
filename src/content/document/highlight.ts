import { createRequire } from 'node:module';
import type { Element as HastElement, RootContent } from 'hast';
import type * as Lowlight from 'lowlight';
import { append, appendText, type Element, element, textContent } from './tree.ts';

let loaded: ReturnType<typeof Lowlight.createLowlight> | undefined;

/** The grammars are large and only needed for posts with code, so the first such post loads them. */
function lowlight() {
  if (loaded) return loaded;
  const { common, createLowlight }: typeof Lowlight = createRequire(import.meta.url)('lowlight');
  loaded = createLowlight(common);
  return loaded;
}

const confidentRelevance = 10;
const maximumSpanDepth = 32;
const detectable = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'diff',
  'go',
  'java',
  'javascript',
  'json',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
  'sql',
  'swift',
  'typescript',
  'xml',
  'yaml',
];

/** Highlights code blocks with the classes `hljs-*`, up to a limit of characters per post, so that a save stays fast. */
export class Highlighter {
  #left = 200_000;
  #leftToDetect = 20_000;

  /** Highlights the code in the given language; without one, in a language detected with confidence. */
  highlight(code: Element, language: string | null): void {
    const text = textContent(code);
    if (text.trim() === '' || text.length > this.#left) return;
    const highlighted = language === null ? this.#detect(text) : this.#highlightAs(text, language);
    if (!highlighted) return;
    code.childNodes = [];
    copy(highlighted, code);
  }

  #highlightAs(text: string, language: string): RootContent[] | null {
    if (!lowlight().registered(language)) return null;
    this.#left -= text.length;
    return lowlight().highlight(language, text).children;
  }

  #detect(text: string): RootContent[] | null {
    if (text.length > this.#leftToDetect || !looksLikeCode(text)) return null;
    this.#leftToDetect -= text.length;
    const tree = lowlight().highlightAuto(text, { subset: detectable });
    return (tree.data?.relevance ?? 0) >= confidentRelevance ? tree.children : null;
  }
}

/** Long prose reaches a high relevance too, but few of its lines contain the punctuation of code. */
function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => /[{}()[\];=<>]/.test(line)).length * 2 >= lines.length;
}

/** Nesting in code is unbounded: an explicit stack instead of recursion, and spans below the limit are flattened. */
function copy(nodes: readonly RootContent[], code: Element): void {
  const open = [{ nodes, next: 0, target: code }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.nodes[top.next++];
    if (!node) open.pop();
    else if (node.type === 'text') appendText(top.target, node.value);
    else if (node.type === 'element') {
      const isShallow = open.length <= maximumSpanDepth;
      open.push({
        nodes: node.children,
        next: 0,
        target: isShallow ? append(top.target, spanOf(node)) : top.target,
      });
    }
  }
}

function spanOf(node: HastElement): Element {
  const names = node.properties.className;
  return element('span', [{ name: 'class', value: Array.isArray(names) ? names.join(' ') : '' }]);
}
