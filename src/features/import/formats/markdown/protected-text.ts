import { escapeText } from '../../../../content/markdown/markup.ts';

/**
 * Text that Markdown must not read, such as an unknown shortcode `{{<x>}}`. A mark stands for it, also inside code, until the
 * text is HTML.
 */
export class ProtectedText {
  readonly #texts: string[] = [];
  readonly #mark: string;

  constructor(text: string) {
    // A private character that the text itself does not have.
    let code = 0xe000;
    while (code < 0xf8ff && text.includes(String.fromCharCode(code))) code += 1;
    this.#mark = String.fromCharCode(code);
  }

  protect(text: string): string {
    this.#texts.push(text);
    return `${this.#mark}${this.#texts.length - 1}${this.#mark}`;
  }

  restore(html: string): string {
    if (this.#texts.length === 0) return html;
    return html
      .split(this.#mark)
      .map((part, index) => (index % 2 === 0 ? part : escapeText(this.#texts[Number(part)] ?? '')))
      .join('');
  }
}
