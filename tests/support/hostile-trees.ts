import fc from 'fast-check';
import { hostileMarkup } from './markup-grammar.ts';
import { xssCorpus } from './xss-corpus.ts';

/** The corpus of known attacks, and this many documents generated from a grammar. */
export function hostileTrees(generated: number, seed = 11): string[] {
  return [...xssCorpus, ...fc.sample(hostileMarkup, { numRuns: generated, seed })];
}
