import { NetworkFailure } from './failure.ts';
import type { Share } from './networks.ts';

/**
 * A picture that is too large stops the post instead of being left out: a post without its picture cannot be mended
 * once it is public, while the owner can choose a smaller picture and try again.
 */
export function picturesFit(network: string, images: Share['images'], most: number): void {
  const largest = Math.max(0, ...images.map(({ bytes }) => bytes.length));
  if (largest <= most) return;
  throw new NetworkFailure(
    `${network} takes pictures of at most ${megabytes(most)}, this one has ${megabytes(largest)}. ` +
      'Nothing was posted. Choose a smaller picture.',
  );
}

function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`;
}
