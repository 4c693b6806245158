import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

type Entry = { version: string; hasInstallScript?: boolean; dev?: boolean; optional?: boolean };
type Kind = 'dependencies' | 'optionalDependencies' | 'devDependencies';
const manifest = JSON.parse(read('package.json')) as Record<Kind, Record<string, string>> & {
  version: string;
};
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };

/** The packages in the tables of the document, by heading. */
function documented(markdown: string): Record<string, { name: string; reason: string }[]> {
  return Object.fromEntries(
    markdown
      .split(/^## /m)
      .slice(1)
      .map((part) => [
        part.split('\n', 1)[0] ?? '',
        [...part.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = '', reason = '']) => ({
          name,
          reason,
        })),
      ]),
  );
}

describe('docs/development/dependencies.md', () => {
  const sections = documented(read('docs/development/dependencies.md'));
  test.each([
    ['What a site runs on', 'dependencies'],
    ['Node itself', 'optionalDependencies'],
    ['What only developing and testing need', 'devDependencies'],
  ] as const)('lists every package under “%s” with its reason, and no other', (heading, kind) => {
    const rows = sections[heading] ?? [];
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(manifest[kind]).sort());
  });

  test.each([
    ['What only tests on PostgreSQL need', 'postgres'],
    ['What only deep tests need', 'deep'],
  ])('lists the packages under “%s”', (heading, folder) => {
    const { dependencies } = JSON.parse(read(`tests/${folder}/package.json`)) as typeof manifest;
    const rows = sections[heading] ?? [];
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(dependencies).sort());
  });
});

test('every production dependency is used', () => {
  const code = globSync('{src/**/*.{ts,tsx,css},vite.config.ts}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n');
  const used = (name: string) => ["'", '"', '`'].some((quote) => code.includes(quote + name));
  expect(Object.keys(manifest.dependencies).filter((name) => !used(name))).toEqual([]);
});

describe('install scripts', () => {
  /** Not run and not needed: the tests find Java by themselves. */
  const exceptions = /^node_modules\/vnu-jar$/;
  const withScripts = (all: Record<string, Entry>) =>
    Object.entries(all)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place, { dev }]) => ({ place, dev: dev ?? false }));

  test('no production dependency has one, and only known development dependencies have one', () => {
    const found = withScripts(packages);
    expect(found.filter(({ dev }) => !dev)).toEqual([]);
    expect(found.filter(({ place }) => !exceptions.test(place))).toEqual([]);
  });

  test('are disabled', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });

  test('control: a new one would be found', () => {
    const entry = { version: '1.0.0', hasInstallScript: true };
    expect(withScripts({ 'node_modules/surprise': entry })).toEqual([
      { place: 'node_modules/surprise', dev: false },
    ]);
  });
});

test('npm run sbom lists all packages in CycloneDX format', () => {
  const { sbom } = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
  const [program = '', ...words] = (sbom ?? '').split(' ');
  const list = JSON.parse(execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })) as {
    bomFormat: string;
    specVersion: string;
    serialNumber: string;
    version: number;
    metadata: { timestamp: string; component: Record<string, string> };
    components: {
      type: string;
      name: string;
      version: string;
      'bom-ref': string;
      purl: string;
      properties: { name: string }[];
      hashes: object[];
    }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect(list).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.\d$/),
    version: 1,
  });
  expect(list.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(Date.parse(list.metadata.timestamp)).not.toBeNaN();
  const own = `not-terrible@${manifest.version}`;
  expect(list.metadata.component).toMatchObject({ type: 'application', 'bom-ref': own });
  for (const component of list.components)
    expect(component).toMatchObject({
      type: 'library',
      name: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d/),
      purl: expect.stringMatching(/^pkg:npm\//),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  const refs = new Set([...list.components.map((one) => one['bom-ref']), own]);
  expect(refs.size).toBe(list.components.length + 1);
  for (const { ref, dependsOn } of list.dependencies)
    for (const one of [ref, ...dependsOn]) expect(refs).toContain(one);
  const listed = (developing: boolean) =>
    list.components
      .filter(
        ({ properties }) =>
          properties.some(({ name }) => name === 'cdx:npm:package:development') === developing,
      )
      .map((one) => one['bom-ref'])
      .sort();
  const locked = (developing: boolean) =>
    Object.entries(packages)
      .filter(([place, { dev = false }]) => place && dev === developing)
      .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`)
      .sort();
  expect(listed(false)).toEqual([...new Set(locked(false))]);
  expect(listed(true)).toEqual([...new Set(locked(true))]);
});
