import { randomBytes } from 'node:crypto';
import { isName } from './files.ts';

/**
 * Files in the trash lie beside the others, in a folder whose name no file can have, so nothing serves or lists them. Where
 * readers fetch from a bucket themselves, the random part keeps them from being found.
 */
const place = /^\.trash\/(\d{4}-\d\d-\d\d)-[0-9a-f]{32}\/(.+)$/;

export interface Trashed {
  /** Where it lies now. */
  place: string;
  /** The name that it had. */
  name: string;
  since: Date;
}

/** A place in the trash for files that go there together. */
export function trashPlaces(now: Date): (name: string) => string {
  const folder = `.trash/${now.toISOString().slice(0, 10)}-${randomBytes(16).toString('hex')}`;
  return (name) => `${folder}/${name}`;
}

export function trashedAt(key: string): Trashed | null {
  const [, day = '', name = ''] = place.exec(key) ?? [];
  const since = new Date(`${day}T00:00:00Z`);
  return isName(name) && !Number.isNaN(since.getTime()) ? { place: key, name, since } : null;
}
