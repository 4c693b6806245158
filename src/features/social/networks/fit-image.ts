import { NetworkFailure } from './failure.ts';
import type { Share } from './network.ts';

/**
 * An image that is too large stops the post instead of being left out: a post without its image cannot be fixed
 * once it is public, while the owner can choose a smaller image and try again.
 */
export function checkImageSizes(network: string, images: Share['images'], limit: number): void {
  const largest = Math.max(0, ...images.map(({ bytes }) => bytes.length));
  if (largest <= limit) return;
  throw new NetworkFailure(
    `${network} accepts images of at most ${megabytes(limit)}, this one has ${megabytes(largest)}. ` +
      'Nothing was posted. Choose a smaller image.',
  );
}

function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`;
}
