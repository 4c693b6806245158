import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { checkPost, publishPost } from './steps.ts';

/**
 * Deletes a feature as a person would: its folder, and its lines in the lists. Each test works on a copy of the sources, whose
 * packages are those of this one.
 */

const root = path.join(import.meta.dirname, '../..');
const minutes = 60_000;
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const lists = ['src/modules.ts', 'src/modules/**/*.{ts,tsx,css}', 'src/commands/cli.ts', 'demo/fill.ts'];

/** Deleted together with what uses it. */
const usedBy: Record<string, string[]> = {
  conversation: ['fediverse', 'social', 'webmention'],
  publish: ['export'],
};
const features = readdirSync(path.join(root, 'src/features'));

function copyWithout(...features: string[]): string {
  const copy = mkdtempSync(path.join(tmpdir(), `without-${features[0]}-`));
  for (const name of ['src', 'demo', 'docs', ...files])
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (file) => !/\.test\.tsx?$/.test(file),
    });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const feature of features) deleteFeature(copy, feature);
  writeFileSync(
    path.join(copy, 'tsconfig.src.json'),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: { incremental: false }, include: ['src'] }),
  );
  return copy;
}

/** Deletes its folder, its elements of lists, the functions that load its screens, and what only these use. */
function deleteFeature(copy: string, feature: string): void {
  rmSync(path.join(copy, `src/features/${feature}`), { recursive: true });
  // What it has in the demo.
  rmSync(path.join(copy, `demo/${feature}.ts`), { force: true });
  const files = globSync(lists, { cwd: copy }).map((list) => path.join(copy, list));
  const gone = new Set<string>();
  for (let known = -1; known < gone.size; ) {
    known = gone.size;
    for (const file of files) writeFileSync(file, withoutFeature(readFileSync(file, 'utf8'), feature, gone));
  }
}

/** Of an object, over several lines. */
const entries = /^ {2}\w+: \{\n(?: {4}.*\n)+ {2}\},\n/gm;

/** Adds the names of what it deletes. */
function withoutFeature(code: string, feature: string, gone: Set<string>): string {
  const names = [...gone];
  const imports = new RegExp(
    `^import ([^;]*) from '(?:[^']*/features/${feature}/[^']*|\\./${feature}\\.ts)';\n`,
    'gm',
  );
  const rest = code.replaceAll(imports, (_, imported: string) => {
    for (const [name] of imported.matchAll(/\w+/g)) if (name !== 'type') names.push(name);
    return '';
  });
  const anyName = `\\b(?:${names.join('|') || '(?!)'})\\b`;
  const isOfFeature = (text: string) =>
    text.includes(`/features/${feature}/`) || new RegExp(anyName).test(text);
  return rest
    .replaceAll(new RegExp(`(?<=[[{] ?)(?:\\.\\.\\.)?${anyName}(?:, |(?=\\]))`, 'g'), '')
    .replaceAll(new RegExp(`, (?:\\.\\.\\.)?${anyName}(?=[,\\]}]| })`, 'g'), '')
    .split(/\n(?=[a-z/])/)
    .filter((statement) => {
      const [head = ''] = statement.split('\n');
      const isLoader = /^const \w+ = async \(\) => \{$/.test(head) && isOfFeature(statement);
      if (!isLoader && !isOfFeature(head)) return true;
      const declared = /^(?:export )?(?:const|type) (\w+)/.exec(head)?.[1];
      if (declared) gone.add(declared);
      return false;
    })
    .map((statement) =>
      statement
        .replaceAll(entries, (entry) => (isOfFeature(entry) ? '' : entry))
        .split('\n')
        .filter((line) => !isOfFeature(line))
        .join('\n'),
    )
    .join('\n');
}

test.for(features)(
  'without %s the sources compile, and the server serves posts and the admin area',
  { timeout: 10 * minutes },
  async (feature) => {
    const copy = copyWithout(feature, ...(usedBy[feature] ?? []));
    const run = (program: string, ...args: string[]) => {
      const options = { cwd: copy, encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(copy, program), ...args],
        options,
      );
      // The compiler writes its errors to stdout.
      expect(status, stdout + stderr).toBe(0);
    };
    try {
      run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.src.json');
      run('src/commands/build.ts', '--uncompressed');
      const server = await startServer({ script: path.join(copy, 'dist/server/main.js') });
      try {
        await publishPost(server.url);
        await checkPost(server.url);
      } finally {
        await server.dispose();
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
);
