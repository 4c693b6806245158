import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** In Debian `~` sorts before everything, as `-` does in semantic versions. */
export const debianVersion = (version: string): string => version.replace('-', '~');

export const maintainer = 'The Not Terrible contributors <contributors@not-terrible.invalid>';

type ChangelogVersion = { version: string; date: Date | null; items: string[] };

/** The versions of CHANGELOG.md: headings like `## 0.2.0 (2026-11-17)` and the lists below them. */
export function versionsIn(changelog: string): ChangelogVersion[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const date = /\d{4}-\d{2}-\d{2}/.exec(heading)?.[0];
      return {
        version: heading.replace(/[[\] ,:(].*$/, ''),
        date: date === undefined ? null : new Date(`${date}T12:00:00Z`),
        items: itemsIn(lines),
      };
    });
}

function itemsIn(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines)
    if (line.startsWith('- ')) items.push(line.slice(2));
    else if (line.startsWith('  ') && items.length > 0) items[items.length - 1] += ` ${line.trim()}`;
  return items;
}

/** Debian's changelog has the newest version only; the package contains the project's CHANGELOG.md. */
export function debianChangelog(version: string, changelog: string, released: Date): string {
  const items = versionsIn(changelog).find((each) => each.version === version)?.items ?? [];
  const lines = items.length > 0 ? items : [`Version ${version}.`];
  const date = released.toUTCString().replace('GMT', '+0000');
  return `not-terrible (${debianVersion(version)}) stable; urgency=medium

${lines.map((item) => wrap(withoutMarkdown(item), '  * ', '    ')).join('\n')}

 -- ${maintainer}  ${date}
`;
}

const withoutMarkdown = (text: string): string =>
  text.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replaceAll(/[`*]/g, '');

function wrap(text: string, first: string, rest: string, width = 78): string {
  const lines = [first];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > width && line.trim() !== '*') lines.push(`${rest}${word} `);
    else lines[lines.length - 1] = `${line}${word} `;
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

export const manualPage = (text: string, version: string, released: Date): string =>
  text.replace('@VERSION@', version).replace('@DATE@', released.toISOString().slice(0, 10));

const licenseFile = /^(?:licen[cs]e|copying)/i;

type Installed = {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
};

/** In the machine-readable format, with one paragraph for each package that the program contains. */
export function copyright(tree: string, place: string): string {
  const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: tree })
    .concat(globSync('node_modules/**/node_modules/{*,@*/*}/package.json', { cwd: tree }))
    .map((file) => path.dirname(file))
    .toSorted()
    .map((folder) => ({ folder, ...describe(path.join(tree, folder)) }));
  const licenses = [...new Set(packages.map(({ license }) => license))]
    .filter((id) => id !== 'MIT')
    .toSorted();
  const mit = readFileSync(path.join(tree, 'LICENSE'), 'utf8').split('\n\n').slice(2).join('\n\n');
  return [
    `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Not Terrible
Comment: /${place} contains the npm packages that the program needs and Node.js.
 The complete text of each license is in a file of the package's folder.`,
    `Files: *\nCopyright: 2026 The Not Terrible contributors\nLicense: MIT`,
    ...packages.map(
      ({ folder, copyrights, license }) =>
        `Files: ${place}/${folder}/*\nCopyright: ${copyrights.join('\n ')}\nLicense: ${license}`,
    ),
    `License: MIT\n${indented(mit)}`,
    ...licenses.map((id) => `License: ${id}\n${indented(textOf(id, place))}`),
  ].join('\n\n');
}

function describe(folder: string): { license: string; copyrights: string[] } {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Installed;
  const file = readdirSync(folder).find((name) => licenseFile.test(name));
  const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
  const found = [...text.matchAll(/^[ \t*]{0,4}(?:Copyright|\(c\)|©).{0,200}\d{4}.{0,200}$/gim)]
    .map(([line]) =>
      line
        .replace(/^[ \t*]+/, '')
        .replace(/^(?:Copyright *)?(?:\(c\)|©)? */i, '')
        .trim(),
    )
    .slice(0, 3);
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  return {
    license: (manifest.license ?? 'unknown')
      .replaceAll(/[()]/g, '')
      .replaceAll(' OR ', ' or ')
      .replaceAll(' AND ', ' and '),
    copyrights: found.length > 0 ? found : [author ?? `the authors of ${manifest.name}`],
  };
}

const common: Record<string, string> = {
  'Apache-2.0': 'Apache-2.0',
  'LGPL-3.0-or-later': 'LGPL-3',
  'MPL-2.0': 'MPL-2.0',
};

const textOf = (id: string, place: string): string =>
  common[id]
    ? `On Debian systems the text is in /usr/share/common-licenses/${common[id]}.`
    : `The text is in the folder of the package, below /${place}/node_modules.`;

const indented = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => ` ${line.trim() || '.'}`)
    .join('\n');
