import { commentMax, commentMin, nameMax } from '../contract/limits.ts';
import { codePoints } from '../contract/text.ts';
import { commentTooLong, commentTooShort, nameReserved, nameTooLong } from '../messages/reader.ts';

const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u;

/** The normalized name of a visitor, 'Anonymous' without one, or why it is rejected. */
export function commentName(raw: string | undefined): { name: string } | { problem: string } {
  const name = (raw ?? '')
    .toWellFormed()
    .replace(direction, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (!visible.test(name)) return { name: 'Anonymous' };
  if (codePoints(name) > nameMax) return { problem: nameTooLong(nameMax) };
  if (looksLikeAdmin(name)) return { problem: nameReserved };
  return { name };
}

/** Why a comment text is invalid, or null when it is valid. */
export function commentTextProblem(text: string): string | null {
  const length = codePoints(text.trim());
  if (length < commentMin || !visible.test(text)) return commentTooShort;
  if (length > commentMax) return commentTooLong(commentMax);
  return null;
}

// Characters that look like the letters of 'admin': other alphabets, digits and symbols, lowercase and uppercase.
const lookAlikes: Record<string, string> = {
  a: 'аαΑАᎪᗅɑᴀ⍺@4ꓮ',
  d: 'ԁᏧᗞᗪɗđðᎠꓓᴅⅾ',
  m: 'мМΜᎷᗰᴍꓟɱⅿ',
  i: 'іІιΙıɩɪӀⅼlL1!|ǀןᎥꓲ¡',
  n: 'ոռпηΝνɴꓠᑎиИ',
};
const plainLetter = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);

function looksLikeAdmin(name: string): boolean {
  const skeleton = [...name.normalize('NFKD')]
    .map((character) => plainLetter.get(character) ?? plainLetter.get(character.toLowerCase()) ?? character)
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('ci', 'd');
  return skeleton === 'admin';
}
