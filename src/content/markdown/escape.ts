/** How much of a text block is written as Markdown: all of it, with every special character escaped, or as HTML tags. */
export type Level = 'light' | 'escaped' | 'tags';

type Surroundings = { before: string; after: string; level: Level; isInLink: boolean };

const whitespace = /^\s?$/u;
const wordCharacter = /^[\p{L}\p{N}]$/u;

/** Escapes what Markdown would not read as text. `before` and `after` are the characters around the text. */
export function escapeMarkdown(text: string, { before, after, level, isInLink }: Surroundings): string {
  const hasLinks = isInLink || /\][([:]/.test(text);
  const hasFormula = /\$\S/.test(text) && /\S\$/.test(text);
  const escaped = text.replace(/[\\`*_~[\]<>&$!|^\u00A0\u00AD\n\t]/g, (character, index: number) => {
    const hidden = invisible[character];
    if (hidden || level !== 'light') return hidden ?? `\\${character}`;
    const isLast = index === text.length - 1;
    const previous = index === 0 ? before : (text[index - 1] as string);
    const next = isLast ? after : (text[index + 1] as string);
    const isReference = /^&(?:#|[a-z][a-z\d]{0,31};)/i.test(text.slice(index, index + 34));
    const context = { hasLinks, hasFormula, isReference, isLast, isInLink };
    return needsEscape(character, previous, next, context) ? `\\${character}` : character;
  });
  return /^[:(]/.test(text) && before === ']' ? `\\${escaped}` : escaped;
}

const invisible: Record<string, string> = {
  '\u00A0': '&nbsp;',
  '\u00AD': '&shy;',
  '\n': '&#10;',
  '\t': '&#9;',
};

type Context = {
  hasLinks: boolean;
  hasFormula: boolean;
  isReference: boolean;
  isLast: boolean;
  isInLink: boolean;
};

function needsEscape(character: string, previous: string, next: string, context: Context): boolean {
  switch (character) {
    case '`':
      return true;
    case '\\':
      return context.isLast || /[!-/:-@[-`{-~\n]/.test(next);
    case '*':
      return !(previous !== '' && next !== '' && whitespace.test(previous) && whitespace.test(next));
    case '_':
      return !(wordCharacter.test(previous) && wordCharacter.test(next));
    case '~':
      return previous === '~' || next === '~';
    case '[':
      return context.hasLinks || next === '^' || previous === '^';
    case ']':
      return context.isInLink;
    case '!':
    case '^':
      return context.isLast && next === '[';
    case '<':
      return context.isLast || /[a-z/!?]/i.test(next);
    case '&':
      return context.isReference;
    case '$':
      return context.hasFormula;
    default:
      return false;
  }
}

/** Escapes what would begin a block at the start of a line. */
export function escapeLineStart(line: string): string {
  const number = /^(\d{1,9})([.)])(?=\s|$)/.exec(line);
  if (number) return `${number[1]}\\${line.slice(number[1]?.length)}`;
  const begins =
    /^(?:#{1,6}(?:\s|$)|[-+:~](?:\s|$)|>|=+\s*$|-{2,}\s*$|(?:-\s*){3,}$|\+{3}|\$\$|\[[ x]\](?:\s|$)|\[(?:![a-z]+|toc|\[_?toc_?\])\]\s*$)/i;
  return begins.test(line) ? `\\${line}` : line;
}
