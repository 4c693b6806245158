import { maxDisplayTermLength } from '../../../../platform/http/api/limits.ts';
import { cleanText } from '../../../../platform/http/api/plain-text.ts';

/** The name of a tag or category as it is stored and shown: one line of at most 200 characters. */
export function displayTerm(name: string): string {
  const line = cleanText(name).normalize('NFC').replace(/\s+/g, ' ').trim();
  return [...line].slice(0, maxDisplayTermLength).join('').trim();
}

/** Equal for names that differ only in case, spacing or Unicode normalization. */
export const nameKey = (name: string): string => displayTerm(name).toLowerCase().normalize('NFC');
