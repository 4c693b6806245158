import type { AnyExtension } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Selection } from '@tiptap/extensions/selection';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { Paste } from '../paste/paste.ts';
import { LeaveWithEscape } from '../views/leaving.ts';
import { Link } from './link.ts';
import { lists } from './lists.ts';
import { placeholderFor } from './placeholder.ts';
import { TypedBold, TypedItalic } from './typed-marks.ts';

/** The schema and behavior of short texts; the server's side is `sanitizeShortText`. */
export function shortExtensions(placeholder: string): AnyExtension[] {
  return [
    Document,
    Text,
    Paragraph,
    ...lists,
    LeaveWithEscape,
    HardBreak,
    Link,
    TypedBold,
    TypedItalic,
    UndoRedo.configure({ depth: 100, newGroupDelay: 500 }),
    placeholderFor(placeholder),
    Selection.configure({ className: 'editor-selection' }),
    Paste,
  ];
}
