import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Blog } from '../../platform/blog.ts';
import { pageSourcePart } from '../../platform/http/pages/page-source.ts';
import { type CopyOptions, copySite } from './copy-site.ts';
import { liveOf } from './live.ts';
import type { Store, Target } from './targets/target.ts';

/** Renders the whole site and compares it with what the store has. Returns a line for each difference. */
export async function differences(blog: Blog, store: Store, options: CopyOptions = {}): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  const comparing: Target = {
    async write(file, chunks) {
      seen.add(file);
      const expected = await buffer(Readable.from(chunks, { objectMode: false }));
      const stored = await store.read(file);
      if (!stored) found.push(`${file} is missing`);
      else if (!stored.equals(expected)) found.push(`${file} differs`);
    },
  };
  const live = liveOf(blog);
  await copySite(blog, comparing, { live, ...options });
  const source = await pageSourcePart.of(blog)(blog, live);
  try {
    for await (const file of store.list()) {
      if (seen.has(file)) continue;
      // Pages that a reader opened before may still show it.
      const { status } = await source.get(`/${file}`, { onlyHead: true });
      if (status !== 200 || !/^(?:images|assets|card)\//.test(file))
        found.push(`${file} should not be there`);
    }
  } finally {
    await source.close();
  }
  return found;
}
