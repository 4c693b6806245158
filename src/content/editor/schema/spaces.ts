import { Fragment, type Node } from '@tiptap/pm/model';

// HTML collapses spaces, so stored text has a no-break space wherever a plain one would disappear: at the start and end of
// a line, and after another space. The editor shows these as plain spaces.
const noBreakSpace = '\u00A0';
const spaces = /[ \t\r\n\f\u00A0]/;

/** Converts the texts of one block in order. */
class Line {
  #isAfterSpace = true;

  /** After anything that is not text: an image, a footnote, or a line break, which starts a line. */
  skip(node: Node): void {
    this.#isAfterSpace = node.type.name === 'hardBreak';
  }

  written(text: string, isLineEnd: boolean): string {
    return this.#each(text, isLineEnd, (space, collapses) => {
      if (space === noBreakSpace) return [space, space];
      const written = space === '\t' ? noBreakSpace.repeat(4) : collapses ? noBreakSpace : ' ';
      return [written, written];
    });
  }

  read(text: string, isLineEnd: boolean): string {
    return this.#each(text, isLineEnd, (space, collapses) => [
      space === noBreakSpace && collapses ? ' ' : space,
      space,
    ]);
  }

  /** The conversion returns the new text and the stored one, which decides about the next space. */
  #each(
    text: string,
    isLineEnd: boolean,
    convert: (space: string, collapses: boolean) => [string, string],
  ): string {
    let converted = '';
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index] ?? '';
      if (!spaces.test(character)) {
        converted += character;
        this.#isAfterSpace = false;
        continue;
      }
      const collapses = this.#isAfterSpace || (isLineEnd && index === text.length - 1);
      const [result, stored] = convert(character, collapses);
      converted += result;
      this.#isAfterSpace = stored === ' ';
    }
    return converted;
  }
}

/** The stored form of the text of a block, child by child; null for children that are not text. */
export function writtenTexts(block: Node): (string | null)[] {
  const line = new Line();
  return block.children.map((child, index) => {
    if (child.isText) return line.written(child.text ?? '', endsLine(block, index));
    line.skip(child);
    return null;
  });
}

function endsLine(block: Node, index: number): boolean {
  const next = block.maybeChild(index + 1);
  return next === null || next.type.name === 'hardBreak';
}

/** The document with plain spaces where `writtenTexts` would store no-break spaces. */
export function readSpaces(node: Node): Node {
  if (node.type.spec.code || !node.textContent.includes(noBreakSpace)) return node;
  const line = new Line();
  const children = node.children.map((child, index) => {
    if (!child.isText) {
      line.skip(child);
      return readSpaces(child);
    }
    const text = line.read(child.text ?? '', endsLine(node, index));
    return text === child.text ? child : node.type.schema.text(text, child.marks);
  });
  return node.copy(Fragment.from(children));
}
