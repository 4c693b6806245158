import { Editor as TextEditor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import {
  type CSSProperties,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../platform/messages/translate.ts';
import { Controls } from './toolbar/controls.tsx';
import './editor.css';
import './menus/menus.css';
import './text.css';
import './blocks.css';
import { AltTexts } from './alt-texts.tsx';
import { type CutReports, reportCuts } from './cuts.ts';
import { Footer } from './footer.tsx';
import { fromHtml } from './html.ts';
import { insertHtml, replaceBlock, showBlock } from './insert-html.ts';
import { markBlocks } from './marked-blocks.ts';
import { BlockMenu, EmojiMenu } from './menus/block-menu.tsx';
import { Bubble } from './menus/bubble.tsx';
import { Gutter } from './menus/gutter.tsx';
import { EditorMenus } from './menus/menus.ts';
import { useSetting } from './menus/settings.ts';
import type { Snippets } from './menus/snippets.ts';
import { TableMenu } from './menus/table-menu.tsx';
import { uploadNeedsSavedPost, uploadUnavailable } from './messages.ts';
import type { FindPosts } from './popups/post-search.ts';
import { reportChanges } from './report-changes.ts';
import { extensionsFor } from './schema/extensions.ts';
import { linkAt, setLink } from './schema/link-commands.ts';
import { UploadList } from './uploads/upload-list.tsx';
import { type PickImages, type RecordingUploader, type Uploader, Uploads } from './uploads/uploads.ts';
import { useViews } from './views.ts';

/** What the form can do with the text, while it is rich text. */
export type EditorActions = {
  /** Links the selection, or inserts the title as a link. */
  insertLink(link: { title: string; url: string }): void;
  /** Inserts at the cursor. */
  insert(html: string): void;
  replaceBlock(index: number, html: string): void;
  /** Places the cursor at the start of a top-level block, in sight. */
  showBlock(index: number): void;
};

type EditorProps = {
  id?: string;
  labelledBy?: string;
  /** The initial HTML. Later changes have no effect: another post needs another `key`. */
  value: string;
  /** Called at most every 250 ms while typing. `flushPendingChanges` reports the latest text at once. */
  onChange(html: string): void;
  postId: number | null;
  upload?: Uploader;
  uploadRecording?: RecordingUploader;
  /** Offers own posts in the link popup. */
  findPosts?: FindPosts;
  pickImages?: PickImages;
  snippets?: Snippets;
  actions?: RefObject<EditorActions | null>;
  placeholder?: string;
  /** Called with what the author deletes. */
  cuts?: CutReports;
  /** The indexes of top-level blocks that a reader has commented on, when this list was made. */
  marked?: readonly number[];
  /** Opens the walk through missing alternative texts, which the form can ask for as well. */
  isDescribing?: boolean;
  onDescribing?(isDescribing: boolean): void;
};

/** What the style sheet adds to blocks. */
const labels = { '--embed': `"${t('Embed')}"`, '--summary': `"${t('Summary')}"` } as CSSProperties;

export default function Editor(props: EditorProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const [uploads] = useState(() => new Uploads());
  const [menus] = useState(() => new EditorMenus());
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isDescribing = props.isDescribing ?? isAsking;
  const describe = props.onDescribing ?? setIsAsking;
  const isFocusMode = useSetting(menus.settings, 'focusMode');
  const views = useViews();
  const { view } = views;
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);

  useLayoutEffect(() => {
    latest.current = props;
    uploads.pickImages = props.pickImages;
    menus.snippets = props.snippets;
    uploads.recordingUploader = props.uploadRecording ?? null;
    uploads.uploader = props.upload ?? (props.postId === null ? uploadNeedsSavedPost : uploadUnavailable);
  });

  useImperativeHandle<EditorActions | null, EditorActions | null>(props.actions, () =>
    editor && !view
      ? {
          insertLink({ title, url }) {
            setLink(editor, linkAt(editor), { href: url, text: title, inNewTab: false });
            editor.view.focus();
          },
          insert: (html) => insertHtml(editor, html),
          replaceBlock: (index, html) => replaceBlock(editor, index, html),
          showBlock: (index) => showBlock(editor, index),
        }
      : null,
  );

  useLayoutEffect(() => {
    if (!container.current) return;
    const created = createEditor(container.current, id, { uploads, menus }, latest);
    uploads.attach(created);
    menus.attach(created);
    container.current.onmousedown = (event) => focusFromMargin(event, created);
    setEditor(created);
    const stopReports = reportChanges(created, (html) => latest.current.onChange(html));
    const stopCuts = reportCuts(created, {
      onCut: (cut) => latest.current.cuts?.onCut(cut),
      onBack: (cut) => latest.current.cuts?.onBack(cut),
    });
    return () => {
      stopCuts();
      stopReports();
      uploads.stop();
      created.destroy();
    };
  }, [id, uploads, menus]);

  const { marked } = props;
  useLayoutEffect(() => {
    if (editor && marked) markBlocks(editor, marked);
  }, [editor, marked]);

  return (
    <div className={isFocusMode ? 'editor editor-focus' : 'editor'} style={labels}>
      {editor && (
        <Controls
          editor={editor}
          uploads={uploads}
          menus={menus}
          findPosts={props.findPosts}
          id={id}
          disabled={view !== null}
          isFinding={isFinding}
          onFind={setIsFinding}
        />
      )}
      <div ref={container} className="editor-content" hidden={view !== null} />
      {editor && !view && <Gutter editor={editor} menus={menus} />}
      {editor && !view && <Bubble editor={editor} menus={menus} uploads={uploads} />}
      {editor && !view && <TableMenu editor={editor} />}
      {editor && !view && <BlockMenu editor={editor} menus={menus} />}
      {editor && !view && <EmojiMenu editor={editor} menus={menus} />}
      {editor && view && (
        <view.Component
          key={view.name}
          editor={editor}
          isFocused={view.isFocused}
          onChange={(html) => latest.current.onChange(html)}
        />
      )}
      {editor && <UploadList uploads={uploads} onDescribe={() => describe(true)} />}
      {editor && isDescribing && (
        <AltTexts
          editor={editor}
          onClose={() => {
            uploads.stopAsking();
            describe(false);
          }}
        />
      )}
      {editor && <Footer editor={editor} views={views} menus={menus} onFind={() => setIsFinding(true)} />}
      <p className="editor-announcements visually-hidden" role="status" />
    </div>
  );
}

function focusFromMargin(event: MouseEvent, editor: TextEditor): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  editor.view.focus();
}

const marginPx = 100;

/** Whether nothing has to scroll. ProseMirror would measure all ancestors for each key; only code and tables scroll by themselves. */
function isCursorInSight(view: EditorView): boolean {
  const { $head } = view.state.selection;
  if ($head.depth !== 1 || $head.parent.type.spec.code) return false;
  const { top, bottom } = view.coordsAtPos($head.pos);
  return top > marginPx && bottom < (visualViewport?.height ?? innerHeight) - marginPx;
}

function createEditor(
  element: HTMLElement,
  id: string,
  { uploads, menus }: { uploads: Uploads; menus: EditorMenus },
  latest: RefObject<EditorProps>,
): TextEditor {
  const { value, labelledBy, placeholder = t('Type here...this will work') } = latest.current;
  return new TextEditor({
    element,
    injectCSS: false,
    // The paste extension converts pasted Markdown as a whole.
    enablePasteRules: false,
    // It compares the document after each key, for an event that nothing here listens to.
    enableCoreExtensions: { delete: false },
    extensions: [...extensionsFor({ placeholder, uploads }), ...menus.extensions()],
    editorProps: {
      handleScrollToSelection: isCursorInSight,
      attributes: {
        id,
        class: 'content',
        'aria-multiline': 'true',
        'aria-placeholder': placeholder,
        ...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': t('Post Content') }),
      },
    },
    // Set before the editor exists: setting the content later could be undone to an empty document.
    onBeforeCreate: ({ editor }) => {
      editor.options.content = fromHtml(value, editor.schema).toJSON();
    },
  });
}
