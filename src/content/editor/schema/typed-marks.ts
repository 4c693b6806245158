import { type InputRuleMatch, markInputRule } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Italic } from '@tiptap/extension-italic';
import { Strike } from '@tiptap/extension-strike';

const lookback = 500;

/**
 * Finds text between Markdown delimiters when the closing one is typed. As in Markdown, delimiters touch their text and
 * do not start inside a word, so `2 * 3 * 4` and `snake_case_name` stay plain text.
 */
export function between(delimiter: string) {
  const sign = delimiter.replace(/\*/g, '\\*');
  const one = `[^${sign[0] === '\\' ? '*' : sign[0]}]`;
  const closed = new RegExp(`(?<=^|[\\s("'\u201C\u2018])${sign}(?=\\S)(${one}+)(?<=\\S)${sign}$`);
  return (text: string): InputRuleMatch | null => {
    const match = closed.exec(text.slice(-lookback));
    if (!match) return null;
    return { index: text.length - match[0].length, text: match[0], replaceWith: match[1] ?? '' };
  };
}

export const TypedBold = Bold.extend({
  addInputRules() {
    return ['**', '__'].map((mark) => markInputRule({ find: between(mark), type: this.type }));
  },
});

export const TypedItalic = Italic.extend({
  addInputRules() {
    return ['*', '_'].map((mark) => markInputRule({ find: between(mark), type: this.type }));
  },
});

export const TypedStrike = Strike.extend({
  addInputRules() {
    return [markInputRule({ find: between('~~'), type: this.type })];
  },
});

/** Unlike Tiptap's own mark, it can be combined with other marks. */
export const TypedCode = Code.extend({
  excludes: '',
  addInputRules() {
    return [markInputRule({ find: between('`'), type: this.type })];
  },
});
