import { NetworkFailure } from './failure.ts';

/**
 * A picture that is too large stops the post instead of being left out: a post without its picture cannot be mended
 * once it is public, while the owner can choose a smaller picture and try again.
 */
export function pictureFits(network: string, picture: Buffer, most: number): void {
  if (picture.length <= most) return;
  throw new NetworkFailure(
    `${network} takes pictures of at most ${megabytes(most)}, this one has ${megabytes(picture.length)}. ` +
      'Nothing was posted. Choose a smaller picture.',
  );
}

function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`;
}
