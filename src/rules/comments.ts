const longestName = 50;
const shortestText = 4;
const longestText = 5000;

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
  if ([...name].length > longestName) return { problem: `A name has at most ${longestName} characters.` };
  if (looksLikeAdmin(name)) return { problem: "The name 'Admin' belongs to the administrator." };
  return { name };
}

/** The text of a comment as it is stored: plain line ends, nothing that a database or a feed cannot hold. */
export function commentText(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Why a text cannot be a comment, or null when it can. */
export function commentTextProblem(text: string): string | null {
  const comment = commentText(text);
  const length = [...comment].length;
  if (length < shortestText || !visible.test(comment)) return 'Error: A message should have more content.';
  if (length > longestText)
    return `Error: A message has at most ${longestText.toLocaleString('en')} characters.`;
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
    .replaceAll('cl', 'd');
  return skeleton === 'admin';
}
