import { commentMax, commentMin, nameMax } from '../contract/limits.ts';
import { codePoints } from '../contract/text.ts';

const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u;

/** The name a visitor's comment carries. */
export function commentName(raw: string | undefined): { name: string } | { problem: string } {
  const name = (raw ?? '')
    .toWellFormed()
    .replace(direction, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (!visible.test(name)) return { name: 'Anonymous' };
  if (codePoints(name) > nameMax) return { problem: `A name has at most ${nameMax} characters.` };
  if (looksLikeAdmin(name)) return { problem: "The name 'Admin' belongs to the administrator." };
  return { name };
}

/** Why a text cannot be a comment, or null when it can. */
export function commentTextProblem(text: string): string | null {
  const length = codePoints(text.trim());
  if (length < commentMin || !visible.test(text)) return 'Error: A message should have more content.';
  if (length > commentMax)
    return `Error: A message has at most ${commentMax.toLocaleString('en')} characters.`;
  return null;
}

// Letters that look like those of 'admin', small and capital, in other alphabets and as digits.
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
