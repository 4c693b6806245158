import { Editor as TextEditor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { codePoints } from '../../platform/http/api/plain-text.ts';
import { flushPendingChanges } from '../../platform/web/pending-changes.ts';
import { fromHtml } from './html.ts';
import { LinkPopup } from './popups/link-popup.tsx';
import type { FindPosts } from './popups/post-search.ts';
import { reportChanges } from './report-changes.ts';
import { shortExtensions } from './schema/short-extensions.ts';
import { shortGroups } from './toolbar/items.ts';
import { shortcutTarget } from './toolbar/shortcuts.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import './editor.css';
import './text.css';
import './short-editor.css';

type ShortEditorProps = {
  id: string;
  labelledBy: string;
  describedBy: string;
  value: string;
  /** Called at most every 250 ms while typing, as by the editor of posts. */
  onChange(html: string): void;
  /** The number of characters that a reader sees. */
  onLength(length: number): void;
  placeholder: string;
  findPosts?: FindPosts;
};

/** An editor for paragraphs and lists with bold, italic and links. Pasted blocks of other kinds become paragraphs. */
export default function ShortEditor(props: ShortEditorProps) {
  const { id, value, findPosts } = props;
  const container = useRef<HTMLDivElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  /** The HTML that the form has from this editor, to tell its own changes from those of the form. */
  const known = useRef(value);
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const [popupButton, setPopupButton] = useState<HTMLElement | null>(null);

  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!container.current) return;
    const created = createEditor(container.current, latest);
    const reportLength = () => latest.current.onLength(lengthOf(created.state.doc));
    created.on('update', reportLength);
    reportLength();
    setEditor(created);
    const stopReports = reportChanges(created, (html) => {
      known.current = html;
      latest.current.onChange(html);
    });
    return () => {
      stopReports();
      created.destroy();
    };
  }, []);

  useEffect(() => {
    if (!editor || value === known.current) return;
    const before = known.current;
    flushPendingChanges();
    // Typed while the form changed the value: what was typed last wins.
    if (known.current !== before) return;
    known.current = value;
    editor.commands.setContent(fromHtml(value, editor.schema).toJSON(), { emitUpdate: false });
    latest.current.onLength(lengthOf(editor.state.doc));
  }, [editor, value]);

  useEffect(() => {
    if (!editor) return;
    const { dom } = editor.view;
    const onKeyDown = (event: KeyboardEvent) => {
      const button = controls.current?.querySelector<HTMLElement>(shortcutTarget(event) ?? ':not(*)');
      if (!button) return;
      event.preventDefault();
      if (event.altKey) button.focus();
      else button.click();
    };
    dom.addEventListener('keydown', onKeyDown);
    return () => dom.removeEventListener('keydown', onKeyDown);
  }, [editor]);

  const close = useCallback(
    (toText: boolean) => {
      setPopupButton(null);
      if (toText) editor?.view.focus();
    },
    [editor],
  );

  return (
    <div className="editor short-editor">
      <div ref={controls} className="short-editor-controls">
        {editor && (
          <Toolbar
            editor={editor}
            groups={shortGroups}
            controls={id}
            disabled={false}
            open={popupButton && 'link'}
            onPopup={(_name, button) => (popupButton ? close(true) : setPopupButton(button))}
          />
        )}
        {editor && popupButton && (
          <LinkPopup editor={editor} button={popupButton} findPosts={findPosts} onClose={close} />
        )}
      </div>
      <div ref={container} />
    </div>
  );
}

/** As `shortTextLength` counts what the server stores: lines without the blanks that HTML collapses. */
function lengthOf(doc: Node): number {
  const lines: string[] = [];
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    lines.push(...node.textBetween(0, node.content.size, '', '\n').split('\n'));
    return false;
  });
  const texts = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
  return codePoints(texts.join('\n'));
}

function createEditor(element: HTMLElement, latest: RefObject<ShortEditorProps>): TextEditor {
  const { id, value, labelledBy, describedBy, placeholder } = latest.current;
  return new TextEditor({
    element,
    injectCSS: false,
    // The paste extension converts pasted Markdown as a whole.
    enablePasteRules: false,
    extensions: shortExtensions(placeholder),
    editorProps: {
      attributes: {
        id,
        class: 'content',
        'aria-multiline': 'true',
        'aria-placeholder': placeholder,
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
      },
      // The browser would leave the page to show a dropped file.
      handleDrop: (_view, event) => (event.dataTransfer?.files.length ?? 0) > 0,
    },
    onBeforeCreate: ({ editor }) => {
      editor.options.content = fromHtml(value, editor.schema).toJSON();
    },
  });
}
