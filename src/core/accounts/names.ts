const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
export const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u;

/** A name on one line, without characters that change the direction of other text; empty if nothing of it is visible. */
export function normalizedName(raw: string): string {
  const name = raw
    .toWellFormed()
    .replace(direction, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return visible.test(name) ? name : '';
}

// Characters that look like a Latin letter: of other alphabets, digits and symbols, lowercase and uppercase.
const lookAlikes: Record<string, string> = {
  a: 'аαΑАᎪᗅɑᴀ⍺@4ꓮ',
  b: 'ВвΒᏴʙ',
  c: 'сСϲⅽᏟᴄ',
  d: 'ԁᏧᗞᗪɗđðᎠꓓᴅⅾ',
  e: 'еЕΕεᎬᴇ3',
  g: 'ɡԍ',
  h: 'һНнΗʜ',
  i: 'іІιΙıɩɪӀⅼlL1!|ǀןᎥꓲ¡',
  j: 'јЈ',
  k: 'кКκΚᴋ',
  m: 'мМΜᎷᗰᴍꓟɱⅿ',
  n: 'ոռпηΝνɴꓠᑎиИ',
  o: 'оОοΟσ0',
  p: 'рРρΡᴘ',
  q: 'ԛ',
  s: 'ѕЅ5$',
  t: 'тТτΤᴛ',
  u: 'υᴜ',
  v: 'ѵⅴ',
  w: 'ԝωᴡ',
  x: 'хХχΧⅹ',
  y: 'уУүΥγ',
  z: 'ΖᏃᴢ',
};
const plainLetter = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);

/** What is left of a name without its spacing, case, accents and signs, with look-alikes as the letters that they look like. */
function skeletonOf(name: string): string {
  const plain = [...name.normalize('NFKD')]
    .map((character) => plainLetter.get(character) ?? plainLetter.get(character.toLowerCase()) ?? character)
    .join('')
    .toLowerCase();
  // A name of signs alone, such as an emoji, is compared as it is.
  return (plain.replace(/[^\p{L}\p{N}]/gu, '') || plain.replace(/\s/gu, ''))
    .replaceAll('rn', 'm')
    .replaceAll('ci', 'd');
}

/** Whether readers could take one name for the other. */
export function looksLike(name: string, other: string): boolean {
  return skeletonOf(name) === skeletonOf(other);
}
