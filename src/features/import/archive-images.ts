import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtempDisposable, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { prepareImage } from '../../core/images/images.ts';
import type { Blog } from '../../platform/blog.ts';
import { detectType } from '../../platform/files/detect-type.ts';
import { ByteMeter } from '../../platform/files/durable-write.ts';
import { TooLarge } from '../../platform/files/errors.ts';
import { isName } from '../../platform/files/files.ts';
import { detectRecording } from '../../platform/files/recordings.ts';
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
  use: (copy: { path: string; size: number; sha256: string }) => Promise<Result>,
  maxBytes = uploadFileBytes,
): Promise<Result> {
  const entry = source.entry(file);
  if (!entry || entry.bytes > maxBytes) throw new TooLarge(fileTooLarge(uploadFileBytes / 1024 / 1024));
  return inTemporaryFile(blog, async (temporary) => {
    const meter = new ByteMeter();
    await pipeline(
      meter.over(await entry.open()),
      createWriteStream(temporary, { flags: 'wx', mode: 0o600 }),
    );
    const { bytes, sha256 } = meter.result();
    return use({ path: temporary, size: bytes, sha256 });
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
  const known = remembered.getOrInsertComputed(source, () => new Map());
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
  await using folder = await mkdtempDisposable(path.join(uploadFolder, 'import-'));
  return await work(path.join(folder.path, 'image'));
}

/** Stores files of an own export under the names that they had; returns those that are missing or of another type. */
export async function storeOwnFiles(
  blog: Blog,
  source: Source,
  files: ReadonlyMap<string, string>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [name, from] of files)
    if (!isName(name) || !source.entry(from)) lost.push(name);
    else if ((await blog.files.stat(name)) === null)
      await withSourceFile(
        blog,
        source,
        from,
        async (copy) => {
          const type = await typeOf(copy.path, name);
          if (type === null) lost.push(name);
          else await blog.files.writeFile(name, copy, type);
        },
        Number.POSITIVE_INFINITY,
      );
  return lost;
}

const imageTypes: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};

/** By its name, if its content is what the name says: it is served with this type. */
async function typeOf(file: string, name: string): Promise<string | null> {
  const extension = path.extname(name);
  if (extension === '.ico') return (await isIcon(file)) ? 'image/x-icon' : null;
  const image = imageTypes[extension];
  if (image) return (await detectType(file)) === null ? null : image;
  const recording = await detectRecording(file).catch(() => null);
  return recording?.extension === extension ? recording.type : null;
}

async function isIcon(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.readUInt32LE(0) === 0x10000;
}
