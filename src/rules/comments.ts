import { commentMax, commentMin, nameMax } from '../contract/limits.ts';
import { codePoints } from '../contract/text.ts';
import { commentTooShort } from '../messages/reader/en/islands.ts';
import { commentTooLong, nameOfAuthor, nameReserved, nameTooLong } from '../messages/reader/en/pages.ts';
import { looksLike, normalizedName, visible } from './names.ts';

/**
 * The normalized name of a visitor, 'Anonymous' without one, or why it is rejected: 'Admin' and the names of authors belong
 * to administrators.
 */
export function commentName(
  raw: string | undefined,
  authors: readonly string[] = [],
): { name: string } | { problem: string } {
  const name = normalizedName(raw ?? '');
  if (name === '') return { name: 'Anonymous' };
  if (codePoints(name) > nameMax) return { problem: nameTooLong(nameMax) };
  if (looksLike(name, 'Admin')) return { problem: nameReserved };
  if (authors.some((author) => looksLike(name, author))) return { problem: nameOfAuthor };
  return { name };
}

/** Why a comment text is invalid, or null when it is valid. */
export function commentTextProblem(text: string): string | null {
  const length = codePoints(text.trim());
  if (length < commentMin || !visible.test(text)) return commentTooShort;
  if (length > commentMax) return commentTooLong(commentMax);
  return null;
}
