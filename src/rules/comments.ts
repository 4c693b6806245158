import { commentMax, commentMin, nameMax } from '../contract/limits.ts';
import type { ReaderText } from '../contract/reader-problem.ts';
import { codePoints } from '../contract/text.ts';
import { looksLike, normalizedName, visible } from './names.ts';

/**
 * The normalized name of a visitor, 'Anonymous' without one, or why it is rejected: 'Admin' and the names of authors belong
 * to administrators.
 */
export function commentName(
  raw: string | undefined,
  authors: readonly string[] = [],
): { name: string } | { problem: ReaderText } {
  const name = normalizedName(raw ?? '');
  if (name === '') return { name: 'Anonymous' };
  if (codePoints(name) > nameMax) return { problem: (messages) => messages.nameTooLong(nameMax) };
  if (looksLike(name, 'Admin')) return { problem: (messages) => messages.nameReserved };
  if (authors.some((author) => looksLike(name, author)))
    return { problem: (messages) => messages.nameOfAuthor };
  return { name };
}

/** Why a comment text is invalid, or null when it is valid. */
export function commentTextProblem(text: string): ReaderText | null {
  const length = codePoints(text.trim());
  if (length < commentMin || !visible.test(text)) return (messages) => messages.commentTooShort;
  if (length > commentMax) return (messages) => messages.commentTooLong(commentMax);
  return null;
}
