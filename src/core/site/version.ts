import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sanitize } from '../../content/document/sanitize.ts';
import type { Blog } from '../../platform/blog.ts';
import { packageRoot } from '../../platform/process/package-root.ts';
import type { License, VersionInfo } from './api/version.ts';

/** The running version, with the change log that came with it: a site may have no way out to ask for one. */
export async function versionInfo({ version }: Pick<Blog, 'version'>): Promise<VersionInfo> {
  const { markdownToHtml } = await import('../../content/markdown/to-html.ts');
  const markdown = await readFile(path.join(packageRoot, 'CHANGELOG.md'), 'utf8');
  // From the first version on: what is above it explains the file.
  const versions = markdown.slice(Math.max(0, markdown.search(/^## /m)));
  // Its links lead to files of the project.
  const text = versions.replace(/\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1');
  return { version, changes: sanitize(markdownToHtml(text).html) };
}

/** What the program is made of; the build writes the list. */
export async function licenses(): Promise<License[]> {
  const list = path.join(packageRoot, 'dist/resources/licenses.json');
  return JSON.parse(await readFile(list, 'utf8')) as License[];
}
