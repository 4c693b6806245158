import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Font, Glyph, PathCommand } from 'opentype.js';
import { packageRoot } from '../package-root.ts';

/**
 * Text as outlines, from a font that comes with the project: a picture looks the same on every machine, and no machine
 * needs fonts of its own.
 */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
const fontFolder = path.join(packageRoot, 'src/media/fonts');

let fonts: Font[] | undefined;

/** Read when the first card is drawn: a server that draws none need not know how. */
function loaded(): Font[] {
  if (fonts) return fonts;
  const opentype: typeof import('opentype.js') = createRequire(import.meta.url)('opentype.js');
  fonts = subsets.map((subset) => {
    const bytes = readFileSync(path.join(fontFolder, `alegreya-${subset}-700-normal.woff`));
    return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  });
  return fonts;
}

type Letter = { font: Font; glyph: Glyph };

function letterOf(character: string): Letter | null {
  for (const font of loaded())
    if (font.charToGlyphIndex(character) > 0) return { font, glyph: font.charToGlyph(character) };
  return null;
}

/** The text without what the font cannot draw, such as emoji; null when too little would be left of it to make sense. */
export function drawable(text: string): string | null {
  const characters = [...text.normalize('NFC').replace(/\s+/g, ' ').trim()];
  const kept = characters.filter((character) => letterOf(character));
  const letters = (list: readonly string[]) =>
    list.filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
  if (letters(kept) === 0 || letters(kept) < letters(characters) * 0.8) return null;
  return kept.join('').replace(/ +/g, ' ').trim();
}

export function widthOf(text: string, size: number): number {
  return place(text, size).width;
}

/** The outlines of one line as the data of an SVG path; `y` is where the letters stand. */
export function outline(text: string, x: number, y: number, size: number): string {
  return place(text, size)
    .letters.flatMap(({ glyph, at }) => glyph.getPath(x + at, y, size).commands)
    .map(written)
    .join('');
}

// The library's own writer makes mistakes when it shortens a path.
function written(command: PathCommand): string {
  const numbers = (...values: number[]) => command.type + values.map((value) => value.toFixed(1)).join(' ');
  if (command.type === 'Z') return 'Z';
  if (command.type === 'C')
    return numbers(command.x1, command.y1, command.x2, command.y2, command.x, command.y);
  if (command.type === 'Q') return numbers(command.x1, command.y1, command.x, command.y);
  return numbers(command.x, command.y);
}

function place(text: string, size: number): { letters: (Letter & { at: number })[]; width: number } {
  const letters: (Letter & { at: number })[] = [];
  let width = 0;
  for (const character of text) {
    const letter = letterOf(character);
    if (!letter) continue;
    const scale = size / letter.font.unitsPerEm;
    const before = letters.at(-1);
    if (before?.font === letter.font)
      width += letter.font.getKerningValue(before.glyph, letter.glyph) * scale;
    letters.push({ ...letter, at: width });
    width += (letter.glyph.advanceWidth ?? 0) * scale;
  }
  return { letters, width };
}

/** The text in lines of at most `width`; a word that is longer than a line is broken. */
export function lines(text: string, size: number, width: number): string[] {
  const done: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, size, width))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOf(longer, size) > width) {
      done.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...done, line] : done;
}

function pieces(word: string, size: number, width: number): string[] {
  if (widthOf(word, size) <= width) return [word];
  const found = [''];
  for (const character of word) {
    const longer = found.at(-1) + character;
    if (widthOf(longer, size) > width) found.push(character);
    else found[found.length - 1] = longer;
  }
  return found;
}
