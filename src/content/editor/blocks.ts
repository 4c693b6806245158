import type { Editor, JSONContent } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { t } from '../../platform/messages/translate.ts';
import { focusedChain } from './focused-chain.ts';

/** What a block needs before it can be inserted: an uploaded file, an image of the library, or a URL. */
export type Source = 'image' | 'gallery' | 'audio' | 'video' | 'embed';

/** Asks the author for a source. The popup, file chooser or library that it opens inserts the block itself. */
type AskForSource = (source: Source) => void;

/** A block that the menus offer. */
export type Block = {
  name: string;
  /** Further words under which the menu finds the block. */
  keywords: readonly string[];
  icon: string;
  /** In the menu; without it by its name. */
  group?: string;
  /** Undefined if the block can be inserted everywhere. */
  isEnabled?(editor: Editor): boolean;
  insert(editor: Editor, ask: AskForSource): void;
};

function textBlock(level: 2 | 3 | 4): Block {
  return {
    name: t('Heading {level}', { level }),
    keywords: [`h${level}`, 'title', 'section', '#'.repeat(level)],
    icon: `h${level}`,
    insert: (editor) => focusedChain(editor).setHeading({ level }).run(),
  };
}

const empty: JSONContent = { type: 'paragraph' };

/** Inserts a node at the cursor, in place of an empty paragraph, with the cursor in its first text. */
function inserted(name: string, icon: string, keywords: readonly string[], node: JSONContent): Block {
  return { name, icon, keywords, insert: (editor) => insertNode(editor, node) };
}

function insertNode(editor: Editor, json: JSONContent): void {
  editor.view.focus();
  const { state, schema, view } = editor;
  const { $from } = state.selection;
  const { tr } = state;
  const node = schema.nodeFromJSON(json);
  const isReplaced = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const at = $from.depth === 0 ? $from.pos : isReplaced ? $from.before() : $from.after();
  tr.replaceWith(at, isReplaced ? $from.after() : at, node);
  const after = at + node.nodeSize;
  // There is always a text after the block to go on in.
  if (!tr.doc.resolve(after).nodeAfter) tr.insert(after, schema.node('paragraph'));
  tr.setSelection(
    // Its field opens and takes the focus.
    node.type.name === 'mathBlock'
      ? NodeSelection.create(tr.doc, at)
      : TextSelection.near(tr.doc.resolve(node.isAtom ? after : at + 1)),
  );
  view.dispatch(tr.scrollIntoView());
}

function fromSource(name: string, source: Source, keywords: readonly string[]): Block {
  return { name, keywords, icon: source, insert: (_editor, ask) => ask(source) };
}

function row(type: 'tableHeader' | 'tableCell', section: 'thead' | 'tbody'): JSONContent {
  const cell: JSONContent = { type, content: [empty] };
  return { type: 'tableRow', attrs: { section }, content: [cell, cell, cell] };
}

const isInText = (editor: Editor) =>
  editor.state.selection.$from.parent.inlineContent && !editor.state.selection.$from.parent.type.spec.code;

/** All blocks that can be inserted, in the order of the menus. */
export const blocks: readonly Block[] = [
  {
    name: t('Paragraph'),
    keywords: ['text', 'plain'],
    icon: 'paragraph',
    insert: (editor) => focusedChain(editor).setParagraph().run(),
  },
  textBlock(2),
  textBlock(3),
  textBlock(4),
  {
    name: t('Bullet List'),
    keywords: ['ul', 'unordered', 'points'],
    icon: 'bullet-list',
    insert: (editor) => focusedChain(editor).toggleBulletList().run(),
  },
  {
    name: t('Ordered List'),
    keywords: ['ol', 'numbered', 'numbers', '1.'],
    icon: 'ordered-list',
    insert: (editor) => focusedChain(editor).toggleList('orderedList', 'listItem').run(),
  },
  {
    name: t('Task List'),
    keywords: ['todo', 'checklist', 'checkbox'],
    icon: 'task-list',
    insert: (editor) => focusedChain(editor).toggleList('taskList', 'taskItem').run(),
  },
  fromSource(t('Image'), 'image', ['picture', 'photo', 'figure', 'img']),
  fromSource(t('Gallery'), 'gallery', ['images', 'photos', 'pictures']),
  {
    name: t('Blockquote'),
    keywords: ['quote', 'citation'],
    icon: 'blockquote',
    insert: (editor) => focusedChain(editor).toggleBlockquote().run(),
  },
  {
    name: t('Code Block'),
    keywords: ['code', 'pre', 'program', 'fence'],
    icon: 'code-block',
    insert: (editor) => focusedChain(editor).toggleCodeBlock().run(),
  },
  inserted(t('Table'), 'table', ['grid', 'rows', 'columns', 'cells'], {
    type: 'table',
    content: [row('tableHeader', 'thead'), row('tableCell', 'tbody'), row('tableCell', 'tbody')],
  }),
  inserted(t('Callout'), 'callout', ['note', 'tip', 'warning', 'hint', 'box', 'aside'], {
    type: 'callout',
    content: [empty],
  }),
  inserted(t('Button'), 'button', ['link', 'call to action', 'cta'], { type: 'button' }),
  {
    ...inserted(t('Columns'), 'columns', ['two', 'side by side', 'layout'], {
      type: 'columns',
      content: [
        { type: 'column', content: [empty] },
        { type: 'column', content: [empty] },
      ],
    }),
    isEnabled: ({ state }) => state.selection.$from.depth === 1,
  },
  inserted(t('Details'), 'details', ['toggle', 'fold', 'collapse', 'spoiler', 'summary'], {
    type: 'details',
    content: [{ type: 'detailsSummary' }, empty],
  }),
  inserted(t('Definition List'), 'definition-list', ['dl', 'glossary', 'terms'], {
    type: 'definitionList',
    content: [{ type: 'definitionTerm' }, { type: 'definition', content: [empty] }],
  }),
  {
    name: t('Footnote'),
    keywords: ['note', 'reference', 'source'],
    icon: 'footnote',
    isEnabled: isInText,
    insert: (editor) => {
      focusedChain(editor).insertFootnote().run();
    },
  },
  fromSource(t('Embed'), 'embed', ['youtube', 'vimeo', 'mastodon', 'bluesky', 'gist', 'link', 'url']),
  fromSource(t('Audio'), 'audio', ['sound', 'music', 'podcast', 'mp3']),
  fromSource(t('Video'), 'video', ['film', 'movie', 'mp4']),
  inserted(t('Formula'), 'formula', ['math', 'equation', 'tex', 'latex'], { type: 'mathBlock' }),
  {
    name: t('Inline Formula'),
    keywords: ['math', 'equation', 'tex', 'latex'],
    icon: 'formula',
    isEnabled: isInText,
    insert: (editor) => focusedChain(editor).insertMath().run(),
  },
  inserted(t('Rule'), 'rule', ['hr', 'divider', 'line', 'separator'], { type: 'horizontalRule' }),
  inserted(t('Table of Contents'), 'contents', ['toc', 'outline', 'index'], { type: 'tableOfContents' }),
];
