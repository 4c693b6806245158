import type { Editor } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { t } from '../../../platform/messages/translate.ts';
import type { Block } from '../blocks.ts';
import { fromHtml, toHtml } from '../html.ts';

type Snippet = { name: string; html: string };

/** Where parts of posts are stored that the author inserts again and again. */
export type Snippets = {
  load(): Promise<readonly Snippet[]>;
  save(name: string, html: string): Promise<void>;
};

const snippetGroup = t('Snippets');

export const snippetBlock = ({ name, html }: Snippet): Block => ({
  name,
  keywords: ['snippet', ...name.toLowerCase().split(/\s+/)],
  icon: 'snippet',
  group: snippetGroup,
  insert: (editor) => insertHtml(editor, html),
});

/** A single paragraph goes into the line, everything else between blocks. */
function insertHtml({ state, schema, view }: Editor, html: string): void {
  const { content } = fromHtml(html, schema);
  const open = content.childCount === 1 && content.firstChild?.type.name === 'paragraph' ? 1 : 0;
  view.dispatch(state.tr.replaceSelection(new Slice(content, open, open)).scrollIntoView());
  view.focus();
}

export const selectedHtml = ({ state: { doc, selection } }: Editor): string =>
  toHtml(doc.cut(selection.from, selection.to));
