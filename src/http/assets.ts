import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

type Asset = { type: string; plain: Buffer; br: Buffer | null; gzip: Buffer | null };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
};

/** What the build made, held in memory with its compressed forms. Names carry a hash of the content: cached for good. */
export function loadAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  const place = path.join(folder, 'assets');
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    if (/\.(br|gz)$/.test(name)) continue;
    const file = path.join(place, name);
    const form = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : null);
    assets.set(`/assets/${name}`, {
      type: types[path.extname(name)] ?? 'application/octet-stream',
      plain: readFileSync(file),
      br: form('.br'),
      gzip: form('.gz'),
    });
  }
  return assets;
}

export function sendAsset(asset: Asset, request: IncomingMessage, response: ServerResponse): void {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const [encoding, bytes] =
    asset.br && /\bbr\b/.test(accepted)
      ? ['br', asset.br]
      : asset.gzip && /\bgzip\b/.test(accepted)
        ? ['gzip', asset.gzip]
        : [null, asset.plain];
  response.setHeader('content-type', asset.type);
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('vary', 'accept-encoding');
  if (encoding) response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
