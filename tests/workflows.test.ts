import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

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

  test('has only read access to the repository', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toMatch(/: *write\b/);
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
