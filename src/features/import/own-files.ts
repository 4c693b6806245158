import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { detectType } from '../../platform/files/detect-type.ts';
import { isName } from '../../platform/files/files.ts';
import { detectRecording } from '../../platform/files/recordings.ts';
import type { ImportRun } from './run.ts';

/** Stores files of an own export under the names that they had; returns those that are missing or of another type. */
export async function storeOwnFiles(
  { blog, source }: ImportRun,
  files: ReadonlyMap<string, string>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [name, from] of files) {
    const entry = source.entry(from);
    if (!isName(name) || !entry) lost.push(name);
    else if ((await blog.files.stat(name)) === null) {
      await mkdir(blog.uploadFolder, { recursive: true });
      const file = path.join(blog.uploadFolder, randomUUID());
      try {
        const hash = createHash('sha256');
        let size = 0;
        await pipeline(
          await entry.open(),
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              size += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(file, { mode: 0o600 }),
        );
        const type = await typeOf(file, name);
        if (type === null) lost.push(name);
        else await blog.files.writeFile(name, { path: file, size, sha256: hash.digest('hex') }, type);
      } finally {
        await rm(file, { force: true });
      }
    }
  }
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
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.readUInt32LE(0) === 0x10000;
  } finally {
    await handle.close();
  }
}
