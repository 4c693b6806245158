import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Asset, loadAssets } from './assets.ts';

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const forms = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Writes the compressed forms that are missing beside the assets, with the best quality, so that serving costs no CPU. Several
 * files at a time in threads; fewer where a server runs meanwhile.
 */
export async function compressAssets(
  folder: string,
  { atOnce = 8, signal }: { atOnce?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const missing = readdirSync(folder)
    .filter((name) => compressible.test(name) && !existsSync(path.join(folder, `${name}.gz`)))
    .map((name) => path.join(folder, name))
    .values();
  const work = async () => {
    for (const file of missing) {
      if (signal?.aborted) return;
      const bytes = await readFile(file);
      for (const [ending, compress] of Object.entries(forms)) {
        // Renamed, because another process may read it.
        const written = `${file}.${process.pid}.${ending}`;
        await writeFile(written, await compress(bytes));
        await rename(written, `${file}.${ending}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** For a server that was built without compressing its assets, so that its first start does not wait for that. */
export async function completeAssets(
  folder: string,
  assets: ReadonlyMap<string, Asset>,
  signal: AbortSignal,
): Promise<void> {
  if (![...assets].some(([name, { gzip }]) => gzip === null && compressible.test(name))) return;
  await compressAssets(path.join(folder, 'assets'), { atOnce: 1, signal });
  for (const [name, { br, gzip }] of loadAssets(folder)) Object.assign(assets.get(name) ?? {}, { br, gzip });
}
