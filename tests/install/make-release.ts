import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
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

export const root = path.resolve(import.meta.dirname, '../..');

/** Makes a release of a clone and returns its file. */
export function makeRelease(to: string, project = root): string {
  execFileSync(process.execPath, [path.join(project, 'tools/release/release.ts'), '--to', to]);
  return path.join(to, globSync('*.tgz', { cwd: to })[0] ?? '');
}

const notCopied = ['node_modules', 'dist', 'release', 'data', 'data-demo', '.git', 'test-results'];

/** The project's files, without packages and results, in a new folder. */
export function copyProject(to: string): void {
  for (const name of readdirSync(root))
    if (!notCopied.includes(name) && !name.startsWith('dist-'))
      cpSync(path.join(root, name), path.join(to, name), { recursive: true });
}

/** Waits in the middle of its work if it is told to, so that a test can kill it there. */
const nextMigration = `
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const up: Migration = async (db) => {
  await sql\`create table next_version (name text primary key)\`.execute(db);
  await sql\`insert into next_version values ('next')\`.execute(db);
  await sql\`update posts set post_title = post_title || ' (next version)'\`.execute(db);
  if (!process.env.WAIT_IN_MIGRATION) return;
  console.log('Waiting in the migration.');
  await wait(120_000);
  throw new Error('The migration was not killed.');
};
`;

/**
 * A release that upgrades the given one: of the same sources with a higher version, other scripts, and one more migration, so that the
 * older version refuses its database. The migration adds " (next version)" to the titles of posts, and waits in the middle if the
 * environment has WAIT_IN_MIGRATION. Returns its file in the folder `to`.
 */
export function nextVersion(release: string, to: string): string {
  const project = mkdtempSync(path.join(tmpdir(), 'not-terrible-next-'));
  try {
    copyProject(project);
    symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
    const version = increased(/-(\d+\.\d+\.\d+)\.tgz$/.exec(release)?.[1] ?? '');
    edit(path.join(project, 'package.json'), /"version": "[^"]+"/, `"version": "${version}"`);
    const migrations = path.join(project, 'src/platform/db/migrations');
    writeFileSync(path.join(migrations, '999-next-version.ts'), nextMigration);
    const list = path.join(project, 'src/platform/db/migrate.ts');
    edit(
      list,
      /^import \{ DatabaseProblem/m,
      `import * as nextVersion from './migrations/999-next-version.ts';\n$&`,
    );
    edit(list, /^\];/m, `  { name: '999-next-version', up: nextVersion.up },\n$&`);
    for (const entry of ['modules/client/start.ts', 'modules/admin/start.tsx'])
      appendFileSync(path.join(project, 'src', entry), '\nObject.assign(window, { nextVersion: true });\n');
    return makeRelease(to, project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function increased(version: string): string {
  const [major, minor, patch] = version.split('.').map(Number);
  if (patch === undefined) throw new Error(`"${version}" is not the version of a release.`);
  return `${major}.${Number(minor) + 1}.0`;
}

function edit(file: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}.`);
  writeFileSync(file, text.replace(pattern, replacement));
}
