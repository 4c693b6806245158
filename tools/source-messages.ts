import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A message of the sources: the English text, and its singular where it depends on a count. */
export type Message = { text: string; one?: string; file: string };
export type Found = { messages: Message[]; problems: string[] };

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const root = path.resolve(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.|\/tests\//.test(file))
  .sort();

/** Tables whose texts are translated where they are shown. */
const isTable = (file: string): boolean => file.endsWith('/admin/module.ts');
const tableKeys = ['name', 'keywords'];

/** Here the texts of such tables are shown, or messages of the server are translated. */
const showsTables =
  /admin\/frame\/(navigation|working|admin-document)\.tsx?$|modules\/admin-layout\.tsx$|server-translation\.ts$/;

/** All of its visible texts are translated. */
const isTranslated = (file: string): boolean =>
  /^src\/(.*\/admin\/|content\/editor\/|modules\/admin)/.test(file) && file.endsWith('.tsx');
const shownAttributes = new Set(
  'action alt aria-label busyText data-label description empty heading hint label legend placeholder submitLabel title'.split(
    ' ',
  ),
);
/** Names and code, the same in every language. */
const untranslated = /^(Not Terrible|not-terrible .*|PUBLISH_TO|TRUST_PROXY|s3:\/\/.*|https?:.*)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const literal = (node: unknown): string | null =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

const keyOf = (property: Node): string => {
  const key = property.key as Node;
  return String(key.name ?? key.value);
};

export function messagesOf(file: string, source: string): Found {
  const found: Found = { messages: [], problems: [] };
  const at = ({ start }: Node) => `${file}:${source.slice(0, start).split('\n').length}`;
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (node.type === 'CallExpression') readCall(node);
    else if (isTable(file) && node.type === 'Property') readTable(node, parents);
    else if (isTranslated(file)) readShown(node);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, [...parents, node]);
  };

  function readCall(node: Node): void {
    const name = (node.callee as Node).name;
    const [first, second] = node.arguments as Node[];
    if (name === 't' || name === 'rich' || name === 'message') {
      const text = literal(first);
      if (text !== null) found.messages.push({ text, file });
      else if (!showsTables.test(file)) found.problems.push(`${at(node)}: the message is not a literal`);
    }
    if ((name === 'plural' || name === 'pluralMessage') && second?.type === 'ObjectExpression') {
      const forms = new Map(
        (second.properties as Node[]).map((property) => [keyOf(property), literal(property.value)]),
      );
      const [one, text] = [forms.get('one'), forms.get('other')];
      if (one && text) found.messages.push({ text, one, file });
      else found.problems.push(`${at(node)}: a plural needs two literals`);
    }
  }

  function readTable(node: Node, parents: readonly Node[]): void {
    const text = tableKeys.includes(keyOf(node)) ? literal(node.value) : null;
    if (text !== null && parents.some(({ type }) => type === 'ArrayExpression'))
      found.messages.push({ text, file });
  }

  function readShown(node: Node): void {
    const text =
      node.type === 'JSXText'
        ? String(node.value).trim()
        : node.type === 'JSXAttribute' && shownAttributes.has(String((node.name as Node).name))
          ? literal(node.value)
          : null;
    if (text && /\p{L}{2}/u.test(text) && !untranslated.test(text))
      found.problems.push(`${at(node)}: "${text}" is not translated`);
  }

  visit(program as unknown as Node, []);
  return found;
}

/** All messages of the sources, each once, in the order of the alphabet. */
export function sourceMessages(): Found {
  const all = sources.map((file) => messagesOf(file, readFileSync(path.join(root, file), 'utf8')));
  const byText = new Map<string, Message>();
  for (const message of all.flatMap(({ messages }) => messages)) {
    const known = byText.get(message.text);
    if (!known) byText.set(message.text, message);
  }
  return {
    messages: [...byText.values()]
      .filter(({ text }) => text !== '')
      .sort((a, b) => (a.text < b.text ? -1 : 1)),
    problems: [
      ...all.flatMap(({ problems }) => problems),
      ...all
        .flatMap(({ messages }) => messages)
        .filter(({ text, one }) => byText.get(text)?.one !== one)
        .map(({ file, text }) => `${file}: "${text}" is elsewhere without or with another singular`),
    ],
  };
}
