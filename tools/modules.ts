import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Prints the modules with their lines, files and imports, and writes the table into docs/development/architecture.md. */

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/development/architecture.md');
const [begin, end] = ['<!-- modules: npm run modules -->', '<!-- end of modules -->'];

type Module = { files: number; lines: number; importsIn: number; importsOut: number };

/** `platform`, `content`, `core/posts`, `features/mail` …; everything else in src is wiring. */
const moduleOf = (file: string): string =>
  /^src\/(platform|content|(?:core|features)\/[^/]+)\//.exec(file)?.[1] ?? 'wiring';

const sources = globSync('src/**/*.{ts,tsx,css}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/tests\//.test(file))
  .sort();
const order = [
  'platform',
  'content',
  'core/site',
  'core/images',
  'core/accounts',
  'core/posts',
  'core/feeds',
  'core/redirects',
  'core/taxonomy',
  'core/comments',
  'core/writing',
];
const names = [...new Set([...order, ...sources.map(moduleOf).sort()])];
const modules = new Map<string, Module>(
  names.map((name) => [name, { files: 0, lines: 0, importsIn: 0, importsOut: 0 }]),
);
const of = (name: string): Module => modules.get(name) as Module;

for (const file of sources) {
  const code = readFileSync(path.join(root, file), 'utf8');
  const from = of(moduleOf(file));
  from.files++;
  from.lines += code.split('\n').length - 1;
  for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+\.tsx?)['"]/g)) {
    const target = moduleOf(path.posix.join(path.posix.dirname(file), name));
    if (of(target) === from) continue;
    from.importsOut++;
    of(target).importsIn++;
  }
}

const number = (value: number): string => value.toLocaleString('en');
const row = (name: string, all: Module): string =>
  `| ${name} | ${[all.lines, all.files, all.importsIn, all.importsOut].map(number).join(' | ')} |`;
const sum = (key: keyof Module): number => [...modules.values()].reduce((total, one) => total + one[key], 0);
const table = [
  '| Module | Lines | Files | Imported by others | Imports of others |',
  '|---|--:|--:|--:|--:|',
  ...names.filter((name) => name !== 'wiring').map((name) => row(name, of(name))),
  row('wiring', of('wiring')),
  `| all | ${number(sum('lines'))} | ${number(sum('files'))} | | |`,
].join('\n');

const text = readFileSync(page, 'utf8');
const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
if (start < 0 || stop < start) throw new Error(`${page} has no place for the table: ${begin} … ${end}`);
writeFileSync(page, `${text.slice(0, start + begin.length)}\n\n${table}\n\n${text.slice(stop)}`);
console.log(table);
