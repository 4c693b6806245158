import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseAst } from 'vite';

type Node = { type: string; [field: string]: unknown };

/** The names of all packages that the JavaScript files below a folder import at run time. */
export function importedPackages(folder: string): string[] {
  const names = new Set<string>();
  for (const file of globSync('**/*.js', { cwd: folder }))
    for (const name of packagesOf(readFileSync(path.join(folder, file), 'utf8'))) names.add(name);
  return [...names].sort();
}

/** Reads the syntax tree, because comments and texts of bundled packages contain imports, too. */
export function packagesOf(code: string): Set<string> {
  const names = new Set<string>();
  visit(parseAst(code) as unknown as Node, (node) => {
    const name = packageName(specifierOf(node));
    if (name) names.add(name);
  });
  return names;
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const modules = ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration', 'ExportNamedDeclaration'];

function specifierOf(node: Node): string | null {
  if (modules.includes(node.type)) return text(node.source);
  if (node.type !== 'CallExpression' || !isRequire(node.callee)) return null;
  return text((node.arguments as unknown[])[0]);
}

/** `require`, `require.resolve`, `createRequire(…)`, and what bundlers rename them to. */
function isRequire(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return /^_{0,2}require\d*(\$\d+)?$/.test(String(callee.name));
  if (callee.type === 'MemberExpression') return isRequire(callee.object);
  return (
    callee.type === 'CallExpression' &&
    isNode(callee.callee) &&
    /createRequire/.test(JSON.stringify([callee.callee.name, callee.callee.property]))
  );
}

const text = (node: unknown): string | null =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

function packageName(specifier: string | null): string | null {
  if (specifier === null || isBuiltin(specifier) || /^(?:[./#]|[a-z]+:)/.test(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
