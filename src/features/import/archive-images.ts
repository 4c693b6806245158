import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { prepareImage } from '../../core/images/images.ts';
import type { Blog } from '../../platform/blog.ts';
import { TooLarge } from '../../platform/files/errors.ts';
import type { Source } from '../../platform/files/source.ts';
import { uploadFileBytes } from '../../platform/http/api/limits.ts';
import { fileTooLarge } from '../../platform/messages/owner.ts';
import type { StoredFiles } from './stored-files.ts';

/** How many images of a source are remembered, so that one that many posts show is read once. */
const maxRemembered = 5000;

const remembered = new WeakMap<Source, Map<string, StoredFiles>>();

/** Stores an image of the source with all its sizes; null when the source has no such file. */
export async function storeFromSource(blog: Blog, source: Source, file: string): Promise<StoredFiles | null> {
  if (!source.entry(file)) return null;
  return once(source, `file ${file}`, () =>
    withSourceFile(blog, source, file, (copy) =>
      once(source, `hash ${copy.sha256}`, () => prepareImage(blog, copy)),
    ),
  );
}

/** Copies a file of the source to the disk, as long as it is used. */
export function withSourceFile<Result>(
  blog: Blog,
  source: Source,
  file: string,
  use: (copy: { path: string; sha256: string }) => Promise<Result>,
): Promise<Result> {
  const entry = source.entry(file);
  if (!entry || entry.bytes > uploadFileBytes)
    throw new TooLarge(fileTooLarge(uploadFileBytes / 1024 / 1024));
  return inTemporaryFile(blog, async (temporary) => {
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(await entry.open(), hashing, createWriteStream(temporary, { flags: 'wx' }));
    return use({ path: temporary, sha256: hash.digest('hex') });
  });
}

/** Stores an image that is part of the text, as a `data:` URL. */
export async function storeFromDataUrl(blog: Blog, source: Source, url: string): Promise<StoredFiles | null> {
  const [, base64] = /^data:image\/[a-z+.-]{1,40};base64,([A-Za-z0-9+/=\s]+)$/i.exec(url) ?? [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > uploadFileBytes) throw new TooLarge(fileTooLarge(uploadFileBytes / 1024 / 1024));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return once(source, `hash ${sha256}`, () =>
    inTemporaryFile(blog, async (temporary) => {
      await writeFile(temporary, bytes, { flag: 'wx' });
      return prepareImage(blog, { path: temporary, sha256 });
    }),
  );
}

async function once(source: Source, key: string, make: () => Promise<StoredFiles>): Promise<StoredFiles> {
  const known = remembered.get(source) ?? new Map<string, StoredFiles>();
  remembered.set(source, known);
  const found = known.get(key);
  if (found) return found;
  const made = await make();
  if (known.size >= maxRemembered) known.delete(known.keys().next().value ?? '');
  known.set(key, made);
  return made;
}

async function inTemporaryFile<Result>(
  { uploadFolder }: Blog,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(uploadFolder, { recursive: true });
  const folder = await mkdtemp(path.join(uploadFolder, 'import-'));
  try {
    return await work(path.join(folder, 'image'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
