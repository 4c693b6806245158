import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { problemOfTag } from '../tools/release/check.ts';

const root = join(import.meta.dirname, '..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

test('there are workflows to check', () => {
  expect(workflows).not.toEqual([]);
});

describe.each(workflows)('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8');

  test('pins each action to a full release', () => {
    const actions = [...text.matchAll(/\buses: *(\S+)/g)].map(([, action = '']) => action);
    expect(actions).not.toEqual([]);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test('has only read access to the repository, except in a job that runs no code of the project', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    const jobs = text.slice(text.indexOf('\njobs:\n')).split(/^ {2}(?=[\w-]+:$)/m);
    expect(text.slice(0, text.indexOf('\njobs:\n'))).not.toMatch(/: *write\b/);
    for (const job of jobs.filter((each) => /: *write\b/.test(each)))
      expect(job).not.toMatch(/\bnpm\b|\bnode\b|checkout/);
  });

  test('runs only scripts of package.json', () => {
    const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
    expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  });
});

test('.nvmrc names the Node version of the packages', () => {
  const version = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  expect(new Set(Object.values(packageJson.optionalDependencies))).toEqual(new Set([version]));
});

test('a tag has to be the version of package.json, which the change log describes', () => {
  const { version } = packageJson;
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  expect(problemOfTag(`v${version}`, version, changelog)).toBeNull();
  expect(problemOfTag('v9.9.9', version, changelog)).toContain(`v${version}`);
  expect(problemOfTag('v9.9.9', '9.9.9', changelog)).toContain('CHANGELOG.md does not describe 9.9.9');
});
