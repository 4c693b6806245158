import { escapeText } from '../../../../content/markdown/markup.ts';
import { type Data, isRecord } from './front-matter.ts';

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

// Dollar signs

const names = /^(?:math|mathjax|katex|latex|use_?math|math_engine)$/;
const hasSwitch = (data: unknown): boolean =>
  isRecord(data) &&
  Object.entries(data).some(([name, value]) => names.test(name) && value !== false && value !== null);

/** Whether a text or its site switches formulas on. */
export const usesMath = (data: Data, settings: Data): boolean =>
  [data, data.params, data.extra, settings, settings.params, settings.extra].some(hasSwitch);

/** Commands, powers, indexes, or a single letter. */
const tex = /\\[a-zA-Z]{2}|\^|_\{|^[a-zA-Z]$|^[a-zA-Z]_\w$/;

/**
 * Most sites do not read `$a$` as a formula: "$offset is $this->x" is text. Unless formulas are switched on, only what looks
 * like TeX stays one; all other dollar signs are protected.
 */
export function protectDollars(text: string, protectedText: ProtectedText): string {
  if (!text.includes('$')) return text;
  return text
    .split('\n')
    .map((line) => (line.includes('$') && !line.trimStart().startsWith('$$') ? protectLine(line) : line))
    .join('\n');

  function protectLine(line: string): string {
    const parts = line.split('$');
    let result = parts[0] ?? '';
    for (let index = 1; index < parts.length; index += 1) {
      const part = parts[index] ?? '';
      const isFormula = index + 1 < parts.length && tex.test(part);
      if (isFormula) {
        result += `$${part}$${parts[index + 1] ?? ''}`;
        index += 1;
      } else result += `${protectedText.protect('$')}${part}`;
    }
    return result;
  }
}
