import type { AnyExtension } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Selection } from '@tiptap/extensions/selection';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { Paste } from '../paste/paste.ts';
import { imageDrops } from '../uploads/image-drops.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { ActiveBlocks } from '../views/active-blocks.ts';
import { Highlighting } from '../views/highlighting.ts';
import { LeaveWithEscape } from '../views/leaving.ts';
import { TextAlign } from './alignment.ts';
import { BlockKeys } from './block-keys.ts';
import { Button } from './button.ts';
import { Callout } from './callout.ts';
import { FencedCode } from './code.ts';
import { BackgroundColor, TextColor } from './colors.ts';
import { Column, Columns, DocumentWithColumns } from './columns.ts';
import { TableOfContents } from './contents.ts';
import { Definition, DefinitionList, DefinitionTerm } from './definitions.ts';
import { Details, DetailsSummary } from './details.ts';
import { Embed } from './embed.ts';
import { Figure } from './figure.ts';
import { Footnote } from './footnote.ts';
import { Gallery } from './gallery.ts';
import { Image } from './image.ts';
import { Link } from './link.ts';
import { lists } from './lists.ts';
import { MathBlock, MathInline } from './math.ts';
import { Media } from './media.ts';
import { placeholderFor } from './placeholder.ts';
import { Table, TableCell, TableHeader, TableRow } from './table.ts';
import { TableEditing } from './table-commands.ts';
import { TaskItem, TaskList } from './tasks.ts';
import { Abbreviation, Citation, Highlight, Keyboard, Subscript, Superscript } from './text-marks.ts';
import { TypedBold, TypedCode, TypedItalic, TypedStrike } from './typed-marks.ts';

/** The schema and behavior of the editor. Marks are nested in this order, the outermost first; the format of posts defines it. */
export function extensionsFor({
  placeholder,
  uploads,
}: {
  placeholder: string;
  uploads: Uploads;
}): AnyExtension[] {
  return [
    DocumentWithColumns,
    Text,
    Paragraph,
    Heading,
    // Before bold, which would handle Ctrl+Shift+B as Ctrl+B with caps lock.
    Blockquote.extend({ priority: 110 }).configure({ HTMLAttributes: { dir: 'auto' } }),
    FencedCode.configure({ enableTabIndentation: true, tabSize: 2 }),
    Highlighting,
    HorizontalRule,
    ...lists,
    TaskList,
    TaskItem,
    DefinitionList,
    DefinitionTerm,
    Definition,
    Table,
    TableRow,
    TableCell,
    TableHeader,
    TableEditing,
    Figure,
    Gallery,
    Media,
    Embed,
    Button,
    Columns,
    Column,
    Callout,
    Details,
    DetailsSummary,
    MathBlock,
    TableOfContents,
    BlockKeys,
    ActiveBlocks,
    LeaveWithEscape,
    HardBreak,
    Image,
    Footnote,
    MathInline,
    Link,
    TextColor,
    BackgroundColor,
    TypedBold,
    TypedItalic,
    Underline,
    TypedStrike,
    Highlight,
    Superscript,
    Subscript,
    Abbreviation,
    Citation,
    Keyboard,
    TypedCode,
    TextAlign,
    UndoRedo.configure({ depth: 100, newGroupDelay: 500 }),
    placeholderFor(placeholder),
    Selection.configure({ className: 'editor-selection' }),
    Gapcursor,
    Dropcursor.configure({ class: 'editor-dropcursor', color: false }),
    Paste,
    imageDrops(uploads),
  ];
}
