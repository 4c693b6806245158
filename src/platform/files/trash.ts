import { randomBytes } from 'node:crypto';
import { isName, type TrashedFile } from './files.ts';

/**
 * The trash is next to the other files, in a folder whose name is not a valid file name, so nothing serves or lists them. In
 * a public bucket the random part makes their URLs unguessable.
 */
const trashPath = /^\.trash\/(\d{4}-\d\d-\d\d)-[0-9a-f]{32}\/(.+)$/;

/** Paths in the trash for files that are deleted together. */
export function trashPaths(now: Date): (name: string) => string {
  const folder = `.trash/${now.toISOString().slice(0, 10)}-${randomBytes(16).toString('hex')}`;
  return (name) => `${folder}/${name}`;
}

export function parseTrashPath(path: string): TrashedFile | null {
  const [, day = '', name = ''] = trashPath.exec(path) ?? [];
  const since = new Date(`${day}T00:00:00Z`);
  return isName(name) && !Number.isNaN(since.getTime()) ? { path, name, since } : null;
}
