import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { deserialize } from 'node:v8';
import { inflateRawSync } from 'node:zlib';

/**
 * Keeps the chunks in memory that the server loads on first use, because a new build or a new version of the package may replace its
 * folder while it runs. Their names contain a hash, so those of the new build would not be found, and would not fit. They are
 * compressed, so that a feature that is off takes next to nothing.
 */
export function keepChunks(folder: string): void {
  const packed: Map<string, Uint8Array> = deserialize(readFileSync(path.join(folder, 'on-demand.bin')));
  const base = pathToFileURL(path.join(folder, '/')).href;
  registerHooks({
    // Without a look at the disk: loaded chunks are gone from there as well.
    resolve: (specifier, context, next) =>
      specifier.startsWith('.') && context.parentURL?.startsWith(base)
        ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const chunk = url.startsWith(base) ? packed.get(url.slice(base.length)) : undefined;
      return chunk
        ? { source: inflateRawSync(chunk), format: 'module', shortCircuit: true }
        : next(url, context);
    },
  });
}
