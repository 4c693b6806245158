import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
};
type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as unknown;

/** Where Node looks for a dependency of the package at `place`, nearest first. */
function lookups(place: string, name: string): string[] {
  const here = `${place ? `${place}/` : ''}node_modules/${name}`;
  if (!place) return [here];
  return [here, ...lookups(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), name)];
}

describe.each(['..', 'deep', 'postgres'])('the lockfile in %s', (folder) => {
  const manifest = read(`${folder}/package.json`) as Manifest;
  const { packages } = read(`${folder}/package-lock.json`) as { packages: Record<string, Entry> };
  const declared = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };

  test('names no registry, so that any registry or mirror works', () => {
    const named = Object.entries(packages).filter(([, { resolved }]) => /^https?:/.test(resolved ?? ''));
    expect(named.map(([place]) => place)).toEqual([]);
  });

  test('contains the packages of every platform, so that npm ci works on each of them', () => {
    const holes = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !lookups(place, name).some((lookup) => lookup in packages))
        .map((name) => `${place || 'the project'} needs ${name}`),
    );
    expect(holes).toEqual([]);
  });

  test('has a hash for every package', () => {
    const unhashed = Object.entries(packages).filter(
      ([place, entry]) => place && !entry.link && !entry.integrity,
    );
    expect(unhashed.map(([place]) => place)).toEqual([]);
  });

  test('has the declared versions', () => {
    const locked = Object.keys(declared).map((name) => [name, packages[`node_modules/${name}`]?.version]);
    expect(Object.fromEntries(locked)).toEqual(declared);
  });

  test('has a manifest that declares exact versions', () => {
    expect(Object.keys(declared).length).toBeGreaterThan(0);
    const loose = Object.entries(declared).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
