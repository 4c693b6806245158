import { type InputRuleMatch, markInputRule } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Italic } from '@tiptap/extension-italic';
import { Strike } from '@tiptap/extension-strike';

const lookback = 500;

/**
 * Finds text between marks of Markdown that was just closed. The marks touch their text and do not begin inside a word,
 * so that `2 * 3 * 4` and `snake_case_name` stay what they are.
 */
function between(mark: string) {
  const sign = mark.replace(/\*/g, '\\*');
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

/** Any other mark may stand together with code. */
export const TypedCode = Code.extend({
  excludes: '',
  addInputRules() {
    return [markInputRule({ find: between('`'), type: this.type })];
  },
});
