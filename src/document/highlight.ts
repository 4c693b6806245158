import type { Element as HastElement, RootContent } from 'hast';
import { common, createLowlight } from 'lowlight';
import { append, appendText, type Element, element, textContent } from './tree.ts';

const lowlight = createLowlight(common);
const longestCode = 50_000;
const longestGuess = 5_000;
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

/** Marks the words of a code block with the classes `hljs-*`, in its own language or in one it is clearly written in. */
export function highlight(code: Element, language: string | null): void {
  const text = textContent(code);
  if (text.trim() === '' || text.length > longestCode) return;
  const tree = language === null ? guess(text) : known(text, language);
  if (!tree) return;
  code.childNodes = [];
  copy(tree, code);
}

function known(text: string, language: string): RootContent[] | null {
  return lowlight.registered(language) ? lowlight.highlight(language, text).children : null;
}

function guess(text: string): RootContent[] | null {
  if (text.length > longestGuess || !looksLikeCode(text)) return null;
  const tree = lowlight.highlightAuto(text, { subset: guessed });
  return (tree.data?.relevance ?? 0) >= confidentRelevance ? tree.children : null;
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
