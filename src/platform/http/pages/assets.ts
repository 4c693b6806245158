import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { type Encoding, encodingFor } from '../cache/encoding.ts';
import { setHeaders } from '../headers.ts';

export type Asset = { type: string; plain: Buffer; br: Buffer | null; gzip: Buffer | null };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
};

export const assetType = (name: string): string => types[path.extname(name)] ?? 'application/octet-stream';

/**
 * The assets of the build, in memory with their compressed forms. Names contain a content hash, so clients cache them forever.
 */
export function loadAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  const place = path.join(folder, 'assets');
  const names = new Set(existsSync(place) ? readdirSync(place) : []);
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue;
    const file = path.join(place, name);
    const form = (ending: string) => (names.has(name + ending) ? readFileSync(file + ending) : null);
    assets.set(`/assets/${name}`, {
      type: assetType(name),
      plain: readFileSync(file),
      br: form('.br'),
      gzip: form('.gz'),
    });
  }
  return assets;
}

/** The bytes for an accepted encoding. Fonts and images have no compressed form. */
export function assetForm(asset: Asset, accepted: Encoding): { encoding: Encoding; bytes: Buffer } {
  if (accepted === 'br' && asset.br) return { encoding: 'br', bytes: asset.br };
  if (accepted !== 'identity' && asset.gzip) return { encoding: 'gzip', bytes: asset.gzip };
  return { encoding: 'identity', bytes: asset.plain };
}

export const assetHeaders = (
  asset: Asset,
  { encoding, bytes }: ReturnType<typeof assetForm>,
): [string, string | number][] => [
  ['content-type', asset.type],
  ['cache-control', 'public, max-age=31536000, immutable'],
  ['vary', 'accept-encoding'],
  ...(encoding === 'identity' ? [] : ([['content-encoding', encoding]] as [string, string][])),
  ['content-length', bytes.length],
];

export function sendAsset(asset: Asset, request: IncomingMessage, response: ServerResponse): void {
  const form = assetForm(asset, encodingFor(request.headers['accept-encoding']?.toString()));
  setHeaders(response, assetHeaders(asset, form));
  response.end(request.method === 'HEAD' ? undefined : form.bytes);
}
