import { bias, packed } from './prior.ts';

/** FNV-1a, mixed so that its upper 24 bits depend on every character. */
export function hashOf(token: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < token.length; index++)
    hash = Math.imul(hash ^ token.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 739_982_445);
  return (hash ^ (hash >>> 12)) >>> 8;
}

/** Four bytes each: the hash of the token and its weight in steps of 1/40. */
export const weightSteps = 40;
const bytes = Buffer.from(packed, 'base64');
const weights = new Map<number, number>();
for (let at = 0; at < bytes.length; at += 4)
  weights.set(bytes.readUIntBE(at, 3), bytes.readInt8(at + 3) / weightSteps);

/** How much a token speaks for spam, as a logarithm of odds; 0 for those that the shipped samples say nothing about. */
export const weightOf = (token: string): number => weights.get(hashOf(token)) ?? 0;

export { bias };
