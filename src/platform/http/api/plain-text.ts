/* Apart from the schemas, because browsers use it and need no zod for it. */

/**
 * Text that both databases can store: PostgreSQL rejects NUL, and both reject lone surrogates. Other control characters are
 * invisible and only occur by accident or in attacks, so they are removed too.
 */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
}

export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
