import type { RootContent } from 'hast';
import { common, createLowlight } from 'lowlight';
import { append, appendText, type Element, element, type Parent, textContent } from './tree.ts';

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
  'css',
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
  copy(tree, code, 0);
}

function known(text: string, language: string): RootContent[] | null {
  return lowlight.registered(language) ? lowlight.highlight(language, text).children : null;
}

function guess(text: string): RootContent[] | null {
  if (text.length > longestGuess) return null;
  const tree = lowlight.highlightAuto(text, { subset: guessed });
  return (tree.data?.relevance ?? 0) >= confidentRelevance ? tree.children : null;
}

function copy(nodes: readonly RootContent[], target: Parent, depth: number): void {
  for (const node of nodes) {
    if (node.type === 'text') appendText(target, node.value);
    if (node.type !== 'element') continue;
    const names = node.properties.className;
    const value = Array.isArray(names) ? names.join(' ') : '';
    const isDeep = depth >= deepestSpan || value === '';
    copy(
      node.children,
      isDeep ? target : append(target, element('span', [{ name: 'class', value }])),
      depth + 1,
    );
  }
}
