import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  type Files,
  requireName,
  requireOwner,
  servedName,
  servedUrl,
  type TrashedFile,
} from '../../src/platform/files/files.ts';

type Stored = { bytes: Uint8Array; type: string; modified: Date };

/** Image files in memory. Storage on disk and in S3 have their own tests. */
export function memoryFiles(): Files {
  const files = new Map<string, Stored>();
  const trash = new Map<TrashedFile, Stored>();
  let owner: string | null = null;
  const ownedBy = (site: string) => requireOwner({ owner: async () => owner }, site);
  return {
    async write(name, bytes, type) {
      files.set(requireName(name), { bytes, type, modified: new Date() });
    },
    async writeFile(name, { path }, type) {
      files.set(requireName(name), { bytes: await readFile(path), type, modified: new Date() });
    },
    async read(name, range) {
      const file = files.get(name);
      if (!file) return null;
      const part = range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes;
      return { body: Readable.from([Buffer.from(part)]), size: file.bytes.length, type: file.type };
    },
    async stat(name) {
      const file = files.get(name);
      return file ? { size: file.bytes.length, type: file.type, modified: file.modified } : null;
    },
    owner: async () => owner,
    async claim(site, from = null) {
      if (owner === from) owner = site;
      return owner;
    },
    async remove(names, site) {
      await ownedBy(site);
      for (const name of names) files.delete(name);
    },
    async move(from, to, site) {
      await ownedBy(site);
      const file = files.get(from);
      if (!file) return;
      files.delete(from);
      files.set(requireName(to), file);
    },
    async trash(names, site, now) {
      await ownedBy(site);
      for (const name of names) {
        const file = files.get(name);
        if (!file) continue;
        files.delete(name);
        trash.set({ path: `.trash/${name}`, name, since: now }, file);
      }
    },
    async *trashed() {
      yield* trash.keys();
    },
    async untrash(one, site) {
      await ownedBy(site);
      const file = trash.get(one);
      if (!file || files.has(one.name)) return false;
      trash.delete(one);
      files.set(one.name, file);
      return true;
    },
    async removeTrashed(all, site) {
      await ownedBy(site);
      for (const one of all) trash.delete(one);
    },
    async *list() {
      for (const [name, { bytes, modified }] of files) yield { name, size: bytes.length, modified };
    },
    url: servedUrl,
    nameOf: servedName,
  };
}
