import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { appendToUpload, createUpload } from './uploads.ts';

test('a portion is stored completely although the disk takes less of it at once', async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const blog = { ...(await memoryBlog()), dataFolder };
  const bytes = Buffer.from('the whole portion');
  const file = { name: 'blog.xml', size: bytes.length, last_modified: 1 };
  const { upload } = await createUpload(blog, file, 0);

  const content = path.join(dataFolder, 'imports', upload.id, 'content');
  const handle = await open(content);
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const real = prototype.write;
  const short = vi.spyOn(prototype, 'write').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [buffer, from, length, at] = args as [Uint8Array, number, number, number];
    return real.call(this, buffer, from, Math.ceil(length / 2), at);
  });
  onTestFinished(() => short.mockRestore());

  expect((await appendToUpload(blog, upload.id, 0, bytes)).offset).toBe(bytes.length);
  expect(await readFile(content, 'utf8')).toBe('the whole portion');
});
