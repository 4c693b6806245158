import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { compress, worthCompressing } from '../../../platform/http/cache/page-cache.ts';
import { type Chunks, isText, type Store } from './target.ts';

const nothing = Buffer.alloc(0);
const unfinished = '.unfinished';
/** As nginx and Caddy look for them. */
const variants = [
  ['.br', 'br', promisify(brotliDecompress)],
  ['.gz', 'gzip', promisify(gunzip)],
] as const;

/** A folder that a web server serves. With `isCompressed` texts are also there as the server would compress them. */
export const folderTarget = (folder: string, { isCompressed = false } = {}): Store => {
  const placeOf = (file: string) => path.join(folder, ...file.split('/'));
  const put = async (place: string, chunks: Chunks) => {
    await pipeline(
      Readable.from(chunks, { objectMode: false }),
      createWriteStream(place + unfinished, { mode: 0o644 }),
    );
    await rename(place + unfinished, place);
  };
  return {
    async write(file, chunks, { type }) {
      const place = placeOf(file);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o755 });
      if (!isCompressed || !isText(type)) return put(place, chunks);
      const bytes = await buffer(Readable.from(chunks, { objectMode: false }));
      await put(place, [bytes]);
      for (const [ending, encoding] of variants)
        if (bytes.length > worthCompressing) await put(place + ending, [await compress(bytes, encoding)]);
        else await rm(place + ending, { force: true });
    },
    async remove(file) {
      const place = placeOf(file);
      for (const ending of ['', '.br', '.gz']) await rm(place + ending, { force: true });
      // Folders that became empty; the first that is not ends it.
      for (let parent = path.dirname(place); parent !== folder; parent = path.dirname(parent))
        if (
          !(await rmdir(parent).then(
            () => true,
            () => false,
          ))
        )
          break;
    },
    async read(file) {
      const place = placeOf(file);
      const bytes = await readFile(place).catch(() => null);
      for (const [ending, , decompress] of variants) {
        const packed = bytes && (await readFile(place + ending).catch(() => null));
        // Most readers get this one, so the file as a whole is not what it should be.
        if (packed && !(await decompress(packed).catch(() => nothing)).equals(bytes)) return nothing;
      }
      return bytes;
    },
    async *list() {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of names) {
        if (!entry.isFile() || /\.(?:br|gz|unfinished)$/.test(entry.name)) continue;
        yield path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      }
    },
  };
};
