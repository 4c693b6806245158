import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Why a tag is not that of this version, or null. */
export function problemOfTag(tag: string, version: string, changelog: string): string | null {
  if (tag !== `v${version}`)
    return `The tag ${tag || '(none)'} is not v${version}, the version of package.json.`;
  if (!changelog.includes(`\n## ${version} (`)) return `CHANGELOG.md does not describe ${version}.`;
  return null;
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..');
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const problem = problemOfTag(process.argv[2] ?? '', version, read('CHANGELOG.md'));
  if (problem !== null) {
    console.error(problem);
    process.exit(1);
  }
}
