import { Editor as TextEditor } from '@tiptap/core';
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { Controls } from './toolbar/controls.tsx';
import './editor.css';
import './text.css';
import { Footer } from './footer.tsx';
import { fromHtml, toHtml } from './html.ts';
import { Source } from './html-view.tsx';
import { extensionsFor } from './schema/extensions.ts';
import { UploadList } from './uploads/upload-list.tsx';
import { type Uploader, Uploads } from './uploads/uploads.ts';

export type EditorProps = {
  id?: string;
  labelledBy?: string;
  /** The HTML to begin with. A later change has no effect: another post needs another `key`. */
  value: string;
  onChange(html: string): void;
  postId: number | null;
  upload?: Uploader;
  placeholder?: string;
};

export default function Editor(props: EditorProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const [uploads] = useState(() => new Uploads());
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const [isSource, setIsSource] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);

  useLayoutEffect(() => {
    latest.current = props;
    uploads.uploader = props.upload ?? noUpload(props.postId);
  });

  useLayoutEffect(() => {
    if (!place.current) return;
    const created = createEditor(place.current, id, uploads, latest);
    uploads.attach(created);
    place.current.onmousedown = (event) => focusFromMargin(event, created);
    setEditor(created);
    return () => {
      uploads.stop();
      created.destroy();
    };
  }, [id, uploads]);

  return (
    <div className="editor">
      {editor && <Controls editor={editor} uploads={uploads} id={id} disabled={isSource} />}
      <div ref={place} className="editor-content" hidden={isSource} />
      {editor && isSource && <Source editor={editor} onChange={(html) => latest.current.onChange(html)} />}
      {editor && <UploadList uploads={uploads} />}
      {editor && <Footer editor={editor} isSource={isSource} onSource={setIsSource} />}
    </div>
  );
}

function focusFromMargin(event: MouseEvent, editor: TextEditor): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  editor.view.focus();
}

function noUpload(postId: number | null): string {
  return postId === null
    ? 'Save the post first: pictures belong to a post.'
    : 'Pictures cannot be uploaded here.';
}

function createEditor(
  element: HTMLElement,
  id: string,
  uploads: Uploads,
  latest: RefObject<EditorProps>,
): TextEditor {
  const { value, labelledBy, placeholder = 'Type here...this will work' } = latest.current;
  return new TextEditor({
    element,
    injectCSS: false,
    // Pasted Markdown is read as a whole, when it clearly is Markdown.
    enablePasteRules: false,
    extensions: extensionsFor({ placeholder, uploads }),
    editorProps: {
      attributes: {
        id,
        class: 'content',
        'aria-multiline': 'true',
        'aria-placeholder': placeholder,
        ...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': 'Post Content' }),
      },
    },
    // The document is there from the beginning, so that there is nothing to undo.
    onBeforeCreate: ({ editor }) => {
      editor.options.content = fromHtml(value, editor.schema).toJSON();
    },
    onUpdate: ({ editor }) => latest.current.onChange(toHtml(editor.state.doc)),
  });
}
