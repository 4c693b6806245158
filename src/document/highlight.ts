import { createRequire } from 'node:module';
import type { Element as HastElement, RootContent } from 'hast';
import type * as Lowlight from 'lowlight';
import { append, appendText, type Element, element, textContent } from './tree.ts';

let loaded: ReturnType<typeof Lowlight.createLowlight> | undefined;

/** Its languages are large and only needed when somebody saves a post with code, so the first such post loads them. */
function lowlight() {
  if (loaded) return loaded;
  const { common, createLowlight }: typeof Lowlight = createRequire(import.meta.url)('lowlight');
  loaded = createLowlight(common);
  return loaded;
}

const confidentRelevance = 10;
const deepestSpan = 32;
const guessed = [
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

/** Marks the words of code blocks with the classes `hljs-*`, as much of them in one post as can be done at once. */
export class Highlighter {
  #left = 200_000;
  #leftToGuess = 20_000;

  /** Marks the code in the given language, or in the one that it is clearly written in. */
  highlight(code: Element, language: string | null): void {
    const text = textContent(code);
    if (text.trim() === '' || text.length > this.#left) return;
    const marked = language === null ? this.#guess(text) : this.#mark(text, language);
    if (!marked) return;
    code.childNodes = [];
    copy(marked, code);
  }

  #mark(text: string, language: string): RootContent[] | null {
    if (!lowlight().registered(language)) return null;
    this.#left -= text.length;
    return lowlight().highlight(language, text).children;
  }

  #guess(text: string): RootContent[] | null {
    if (text.length > this.#leftToGuess || !looksLikeCode(text)) return null;
    this.#leftToGuess -= text.length;
    const tree = lowlight().highlightAuto(text, { subset: guessed });
    return (tree.data?.relevance ?? 0) >= confidentRelevance ? tree.children : null;
  }
}

/** Long prose collects relevance too, word by word, but few of its lines carry the marks of code. */
function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => /[{}()[\];=<>]/.test(line)).length * 2 >= lines.length;
}

/** Code can nest without end, so this keeps its own stack, and only the outer spans. */
function copy(nodes: readonly RootContent[], code: Element): void {
  const open = [{ nodes, next: 0, target: code }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.nodes[top.next++];
    if (!node) open.pop();
    else if (node.type === 'text') appendText(top.target, node.value);
    else if (node.type === 'element') {
      const isShallow = open.length <= deepestSpan;
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
