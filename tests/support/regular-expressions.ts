import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const home = path.join(import.meta.dirname, '../..');

type Node = { type: string; start: number; end: number; [field: string]: unknown };
/** A regular expression in the source; `pattern` is null if it is only known at run time. */
export type Expression = { file: string; code: string; pattern: string | null; flags: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* within(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* within(one);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) if (typeof child === 'object') yield* within(child);
  }
}

/** Every regular expression in src without its tests: literals and calls of RegExp. */
export function regularExpressions(): Expression[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: home }).filter((file) => !file.includes('.test.'));
  const parsed = files.map((file) => {
    const source = readFileSync(path.join(home, file), 'utf8');
    return { file, ...expressionsIn(file, source) };
  });
  const shared = new Map(parsed.flatMap(({ constants }) => [...constants]));
  return parsed.flatMap(({ file, nodes, constants, source }) =>
    nodes.map((node) => ({ file, ...expressionOf(node, source, new Map([...shared, ...constants])) })),
  );
}

function expressionsIn(file: string, source: string) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const constants = new Map<string, Node>();
  const nodes: Node[] = [];
  for (const node of within(program)) {
    const { type, id, init, regex, callee } = node as Node & Record<string, Node | undefined>;
    if (type === 'VariableDeclarator' && id?.type === 'Identifier' && isNode(init))
      constants.set(String(id.name), init);
    if (type === 'Literal' && regex) nodes.push(node);
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      nodes.push(node);
  }
  return { nodes, constants, source };
}

function expressionOf(node: Node, source: string, constants: ReadonlyMap<string, Node>) {
  const code = source.slice(node.start, node.end);
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (regex) return { code, ...regex };
  const [pattern, flags] = node.arguments as Node[];
  return {
    code,
    pattern: textOf(pattern, constants),
    flags: flags ? (textOf(flags, constants) ?? '') : '',
  };
}

type Quasi = { value: { raw: string; cooked: string } };

/** The value of an expression, if it consists of constants. */
function textOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): string | null {
  if (!node) return null;
  const joined = (parts: (string | null)[]) => (parts.includes(null) ? null : parts.join(''));
  const template = ({ quasis, expressions }: Node, kind: 'raw' | 'cooked') =>
    joined(
      (quasis as Quasi[]).flatMap(({ value }, index) => {
        const inserted = (expressions as Node[])[index];
        return inserted ? [value[kind], textOf(inserted, constants)] : [value[kind]];
      }),
    );
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null;
    case 'TemplateLiteral':
      return template(node, 'cooked');
    case 'TaggedTemplateExpression':
      return template(node.quasi as Node, 'raw');
    case 'BinaryExpression':
      return joined([textOf(node.left as Node, constants), textOf(node.right as Node, constants)]);
    case 'Identifier':
      return textOf(constants.get(String(node.name)), constants);
    default:
      return null;
  }
}
