import type { SourceEntry } from '../../../platform/files/source.ts';

/** With forward slashes, without empty and `.` segments; null for a path that leads outside or is not a path at all. */
export function safePath(path: string, maxLength: number): string | null {
  const unified = path.replaceAll('\\', '/');
  if (unified.length > maxLength || unified.startsWith('/') || /^[a-z]:/i.test(unified)) return null;
  if (/\p{Cc}/u.test(unified)) return null;
  const segments = unified.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || segments.includes('..')) return null;
  return segments.join('/');
}

const junkFolders = new Set(['__MACOSX', '.git', '.hg', '.svn', 'node_modules']);
const junkFiles = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** What operating systems and developers' tools add to folders and archives; it is never part of a blog. */
export function isJunk(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  return junkFiles.has(name) || name.startsWith('._') || segments.some((segment) => junkFolders.has(segment));
}

/** Folders whose names tell a reader something, so they stay even if everything is inside of them. */
const meaningfulFolders = new Set(
  'archive articles assets blog content data docs drafts images notes pages posts public src static'.split(
    ' ',
  ),
);
const isMeaningful = (folder: string): boolean =>
  folder.startsWith('_') || meaningfulFolders.has(folder.toLowerCase());

/** Without the folder that an archive program or a download wrapped around all files. */
export function withoutCommonFolder(entries: readonly SourceEntry[], levels = 5): readonly SourceEntry[] {
  const first = entries[0]?.path ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  if (!folder || levels === 0 || isMeaningful(folder.slice(0, -1))) return entries;
  if (!entries.every(({ path }) => path.startsWith(folder))) return entries;
  const inside = entries.map((entry) => ({ ...entry, path: entry.path.slice(folder.length) }));
  return withoutCommonFolder(inside, levels - 1);
}
