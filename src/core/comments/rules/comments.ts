import {
  commentMin,
  maxAuthorUrlLength,
  maxCommentLength,
  maxNameLength,
} from '../../../platform/http/api/limits.ts';
import { cleanText, codePoints } from '../../../platform/http/api/plain-text.ts';
import type { ReaderText } from '../../../platform/http/reader-problem.ts';
import { looksLike, normalizedName, visible } from '../../accounts/names.ts';

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
  if (codePoints(name) > maxNameLength) return { problem: (messages) => messages.nameTooLong(maxNameLength) };
  if (looksLike(name, 'Admin')) return { problem: (messages) => messages.nameReserved };
  if (authors.some((author) => looksLike(name, author)))
    return { problem: (messages) => messages.nameOfAuthor };
  return { name };
}

/**
 * The name of a comment from another blog. One that readers could take for an administrator's is marked, because only
 * comments of administrators may look like theirs.
 */
export function importedName(raw: string, authors: readonly string[] = []): string {
  const name = [...normalizedName(cleanText(raw))].slice(0, maxNameLength).join('').trim() || 'Anonymous';
  if (!['Admin', ...authors].some((author) => looksLike(name, author))) return name;
  const mark = ' (guest)';
  return `${[...name].slice(0, maxNameLength - mark.length).join('')}${mark}`;
}

/** The URL of a comment's author in its stored form, or null when it is none or not of the web. */
export function authorUrl(raw: string | null | undefined): string | null {
  const typed = raw?.trim() ?? '';
  const hasScheme = /^https?:\/\//i.test(typed);
  if (!hasScheme && (typed.includes('//') || !typed.includes('.'))) return null;
  const url = URL.parse(hasScheme ? typed : `https://${typed}`);
  const fits = url && url.username === '' && url.password === '' && url.href.length <= maxAuthorUrlLength;
  return fits ? url.href : null;
}

/** Why a comment text is invalid, or null when it is valid. */
export function commentTextProblem(text: string): ReaderText | null {
  const length = codePoints(text.trim());
  if (length < commentMin || !visible.test(text)) return (messages) => messages.commentTooShort;
  if (length > maxCommentLength) return (messages) => messages.commentTooLong(maxCommentLength);
  return null;
}
