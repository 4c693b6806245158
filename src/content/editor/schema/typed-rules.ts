import { Extension, InputRule, type InputRuleMatch, markInputRule } from '@tiptap/core';
import { imageUrl, linkUrl } from '../../document/url.ts';
import { newLink } from './link.ts';
import { between } from './typed-marks.ts';

const lookback = 500;

function finder(pattern: RegExp) {
  return (text: string): InputRuleMatch | null => {
    const match = pattern.exec(text.slice(-lookback));
    if (!match) return null;
    return {
      index: text.length - match[0].length,
      text: match[0],
      data: { first: match[1], second: match[2] },
    };
  };
}

export const typedLink = finder(/(?<![!\\\]])\[([^[\]]{1,200})\]\(([^()\s]{1,300})\)$/);
export const typedImage = finder(/(?<!\\)!\[([^[\]]{0,200})\]\(([^()\s]{1,300})\)$/);

/** Whether the matched text is all that the document has there; the last character may not be in it yet. */
const isPlain = (found: string, matched: string): boolean =>
  found === matched || found === matched.slice(0, -1);

/** Markdown that is not a mark: links, images, rules, and highlighted text. */
export const TypedRules = Extension.create({
  name: 'typedRules',
  addInputRules() {
    const { schema } = this.editor;
    const { link, highlight } = schema.marks;
    const { image } = schema.nodes;
    return [
      ...(highlight ? [markInputRule({ find: between('=='), type: highlight })] : []),
      new InputRule({
        find: typedLink,
        handler: ({ state, range: { from, to }, match }) => {
          const { first: text = '', second = '' } = match.data ?? {};
          const href = linkUrl(second);
          if (!link || href === null || !isPlain(state.doc.textBetween(from, to), match[0])) return null;
          const end = from + 1 + text.length;
          // Only the brackets and the URL go, so that the text keeps its other marks.
          state.tr
            .delete(end, to)
            .delete(from, from + 1)
            .addMark(from, end - 1, link.create(newLink(href, /^https?:/i.test(href))));
          return;
        },
      }),
      new InputRule({
        find: typedImage,
        handler: ({ state, range: { from, to }, match }) => {
          const { first: alt = '', second = '' } = match.data ?? {};
          const src = imageUrl(second);
          if (!image || src === null || !isPlain(state.doc.textBetween(from, to), match[0])) return null;
          const { parent } = state.doc.resolve(from);
          if (!parent.type.contentMatch.matchType(image)) return null;
          state.tr.replaceWith(from, to, image.create({ src, alt }));
          return;
        },
      }),
    ];
  },
  addKeyboardShortcuts() {
    return {
      // Three stars could also begin bold text, so that only Enter makes them a rule.
      Enter: () => {
        const { $from, empty } = this.editor.state.selection;
        const { parent } = $from;
        if (!empty || parent.type.name !== 'paragraph' || !/^(\*\*\*|___|---)$/.test(parent.textContent))
          return false;
        if ($from.parentOffset !== parent.content.size) return false;
        return this.editor
          .chain()
          .deleteRange({ from: $from.start(), to: $from.end() })
          .setHorizontalRule()
          .run();
      },
    };
  },
});
