import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Keeps the chunks in memory that the server loads on first use, because a new build or a new version of the package may replace its
 * folder while it runs. Their names contain a hash, so those of the new build would not be found, and would not fit.
 */
export function keepChunks(folder: string): void {
  const names = JSON.parse(readFileSync(path.join(folder, 'on-demand.json'), 'utf8')) as string[];
  const chunks = new Map<string, Buffer>();
  for (const name of names) {
    const file = path.join(folder, name);
    chunks.set(pathToFileURL(file).href, readFileSync(file));
  }
  const base = pathToFileURL(path.join(folder, '/')).href;
  registerHooks({
    // Without a look at the disk: loaded chunks are gone from there as well.
    resolve: (specifier, context, next) =>
      specifier.startsWith('.') && context.parentURL?.startsWith(base)
        ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const source = chunks.get(url);
      return source ? { source, format: 'module', shortCircuit: true } : next(url, context);
    },
  });
}
