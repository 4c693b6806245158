import { hash } from 'node:crypto';
import type { Sum, Visitor } from './sums.ts';

/** 52 bits, which both databases and JavaScript hold exactly; two of a million are alike with a probability of 1 in 9,000. */
const hexDigits = 13;

/**
 * What is stored of a visitor of one page, one referrer … of one day. The name is part of it, so that the rows do not even tell
 * which pages the same visitor read, and without the salt of the day it cannot be computed again.
 */
export const visitorHash = (salt: string, { key }: Visitor, { kind, name }: Sum): number =>
  Number.parseInt(hash('sha256', `${salt}\n${key}\n${kind}\n${name}`, 'hex').slice(0, hexDigits), 16);
