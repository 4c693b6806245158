import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Font, Glyph, PathCommand } from 'opentype.js';
import { resourceFile } from '../../../platform/process/package-root.ts';

/** Text is drawn as outlines of a bundled font, so that cards look the same on machines without fonts. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
const fontFolder = resourceFile('core/images/social-cards/fonts');

let fonts: Font[] | undefined;

/** Loaded with the first card. */
function loadFonts(): Font[] {
  if (fonts) return fonts;
  const opentype: typeof import('opentype.js') = createRequire(import.meta.url)('opentype.js');
  fonts = subsets.map((subset) => {
    const bytes = readFileSync(path.join(fontFolder, `alegreya-${subset}-700-normal.woff`));
    return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  });
  return fonts;
}

type GlyphOfFont = { font: Font; glyph: Glyph };

const glyphs = new Map<string, GlyphOfFont | null>();

function glyphOf(character: string): GlyphOfFont | null {
  return glyphs.getOrInsertComputed(character, () => {
    const font = loadFonts().find((one) => one.charToGlyphIndex(character) > 0);
    return font ? { font, glyph: font.charToGlyph(character) } : null;
  });
}

/** The text without characters that the font lacks, such as emoji; null when too little of it remains to make sense. */
export function drawable(text: string): string | null {
  const characters = [...text.normalize('NFC').replace(/\s+/g, ' ').trim()];
  const kept = characters.filter((character) => glyphOf(character));
  const letters = (list: readonly string[]) =>
    list.filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
  if (letters(kept) === 0 || letters(kept) < letters(characters) * 0.8) return null;
  return kept.join('').replace(/ +/g, ' ').trim();
}

export function widthOf(text: string, size: number): number {
  return layOut(text, size).width;
}

/** The outlines of one line as SVG path data; `y` is the baseline. */
export function outline(text: string, x: number, y: number, size: number): string {
  return layOut(text, size)
    .letters.flatMap(({ glyph, at }) => glyph.getPath(x + at, y, size).commands)
    .map(pathData)
    .join('');
}

// The library's own path writer produces wrong paths when it shortens numbers.
function pathData(command: PathCommand): string {
  const numbers = (...values: number[]) => command.type + values.map((value) => value.toFixed(1)).join(' ');
  if (command.type === 'Z') return 'Z';
  if (command.type === 'C')
    return numbers(command.x1, command.y1, command.x2, command.y2, command.x, command.y);
  if (command.type === 'Q') return numbers(command.x1, command.y1, command.x, command.y);
  return numbers(command.x, command.y);
}

function layOut(text: string, size: number): { letters: (GlyphOfFont & { at: number })[]; width: number } {
  const letters: (GlyphOfFont & { at: number })[] = [];
  let width = 0;
  for (const character of text) {
    const letter = glyphOf(character);
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

/** Wraps the text into lines of at most `width`; a longer word is broken. */
export function lines(text: string, size: number, width: number): string[] {
  const done: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => breakWord(long, size, width))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOf(longer, size) > width) {
      done.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...done, line] : done;
}

function breakWord(word: string, size: number, width: number): string[] {
  if (widthOf(word, size) <= width) return [word];
  const found = [''];
  for (const character of word) {
    const longer = found.at(-1) + character;
    if (widthOf(longer, size) > width) found.push(character);
    else found[found.length - 1] = longer;
  }
  return found;
}
