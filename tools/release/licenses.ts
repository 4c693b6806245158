import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Lockfile } from './shrinkwrap.ts';

export type License = { name: string; version: string; identifier?: string; text?: string };

/** Licenses that ask for no more than their text. Others need a decision, and a line in `exceptions`. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
]);

/** libvips is a shared library of its own package: unchanged, and owners can replace it, as its license asks. */
const exceptions: readonly [name: RegExp, identifier: string][] = [
  [/^@img\/sharp-(libvips|win32|wasm32)/, 'LGPL-3.0-or-later'],
];

/** One of the choices of an SPDX expression has to be permitted as a whole. */
export function isPermitted({ name, identifier = '' }: License): boolean {
  const isKnown = (id: string) =>
    permissive.has(id) || exceptions.some(([pattern, excepted]) => id === excepted && pattern.test(name));
  const choices = identifier.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(isKnown));
}

/** Of the packages whose code is in the bundles, from the lists that the builds wrote. */
export const bundledLicenses = (folder: string): License[] =>
  globSync(`**/.vite/${licenseList}`, { cwd: folder })
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as License[]);

/** The name of these lists. */
export const licenseList = 'licenses-*.json';

/**
 * Of the packages that an installation adds. The text of those for one platform is in themselves: which of them are on this machine must
 * not change the result.
 */
export function installedLicenses(shrinkwrap: Lockfile, modules: string): License[] {
  return Object.entries(shrinkwrap.packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const text = entry.optional ? undefined : licenseText(path.join(modules, '..', place));
      const { version, license } = entry as typeof entry & { license?: string };
      return { name, version, ...(license && { identifier: license }), ...(text && { text }) };
    });
}

function licenseText(folder: string): string | undefined {
  const file = (existsSync(folder) ? readdirSync(folder).sort() : []).find((name) =>
    /^(licen[cs]e|copying)/i.test(name),
  );
  return file && readFileSync(path.join(folder, file), 'utf8').trim();
}

/** The fonts, whose files have their licenses beside them. */
export const fontLicenses = (folder: string): License[] =>
  globSync('*-LICENSE.txt', { cwd: folder })
    .sort()
    .map((file) => ({
      name: `the font ${file.slice(0, -'-LICENSE.txt'.length)}`,
      version: '',
      identifier: 'OFL-1.1',
      text: readFileSync(path.join(folder, file), 'utf8').trim(),
    }));

/** The file of a release; packages with the same text share it. */
export function licenseFile(licenses: readonly License[]): string {
  const refused = licenses.filter((each) => !isPermitted(each));
  if (refused.length > 0)
    throw new Error(
      `These licenses are not permissive: ${refused.map((each) => `${titleOf(each)}`).join(', ')}. Replace the packages, or decide in tools/release/licenses.ts.`,
    );
  const byText = new Map<string, Set<string>>();
  for (const each of licenses.toSorted((a, b) => compare(titleOf(a), titleOf(b)))) {
    const text = each.text?.replaceAll('\r\n', '\n') ?? noText;
    byText.set(text, (byText.get(text) ?? new Set()).add(titleOf(each)));
  }
  const parts = [...byText].map(([text, titles]) => `${[...titles].join('\n')}\n\n${text}\n`);
  return [`Not Terrible contains or installs the software below, under these licenses.\n`, ...parts].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}

const noText = 'These packages bring their license along, or have none but the identifier above.';
const titleOf = ({ name, version, identifier }: License): string =>
  `${name}${version && ` ${version}`} (${identifier ?? 'no license'})`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
