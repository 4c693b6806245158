// First, as on every page, because it defines the order of the cascade layers.
import '../../../src/modules/styles.css';
import type { Editor as TextEditor } from '@tiptap/core';
import { type ComponentProps, StrictMode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Editor from '../../../src/content/editor/editor.tsx';
import { fromHtml, toHtml } from '../../../src/content/editor/html.ts';
import { cleanHtml } from '../../../src/content/editor/paste/clean/clean.ts';
import { RichTextField } from '../../../src/content/editor/rich-text-field.tsx';
import { flushPendingChanges } from '../../../src/platform/web/pending-changes.ts';

type Props = ComponentProps<typeof Editor>;
type UploadedImage = Awaited<ReturnType<NonNullable<Props['upload']>>>;

/** The interface for tests. */
export type EditorPage = {
  /** The values that the editor reported, oldest first. */
  changes: string[];
  submits: number;
  /** The current document as HTML. The editor reports it before. */
  written(): string;
  uploads: {
    name: string;
    progress(fraction: number): void;
    finish(image: UploadedImage): void;
    fail(message: string): void;
    aborted: boolean;
  }[];
  open(value: string, options?: { uploads?: boolean; postId?: number | null }): void;
  /** Opens the field for short texts instead. */
  openField(value: string, maxLength: number): void;
  /** Replaces the value of the field, as a form does when it is reset. */
  setField(value: string): void;
  /** Runs a command of the editor, as the menus do. */
  run(command: string): void;
  /** The HTML that the editor writes for the HTML it reads. */
  rewritten(value: string): string;
  /** Loads HTML into the open editor, with the same parser as `open` but ten times faster. */
  read(value: string): void;
  /** What the cleaner makes of pasted HTML, without the editor. */
  clean(html: string): string;
};

declare global {
  interface Window {
    editorPage: EditorPage;
  }
}

const place = document.getElementById('place');
if (!place) throw new Error('The page has no #place element.');
const root = createRoot(place);
let key = 0;

const upload: NonNullable<Props['upload']> = (source, progress, signal) =>
  new Promise((finish, reject) => {
    const entry = {
      name: source instanceof URL ? source.href : source.name,
      progress,
      finish,
      fail: (message: string) => reject(new Error(message)),
      aborted: false,
    };
    signal.addEventListener('abort', () => {
      entry.aborted = true;
      reject(signal.reason);
    });
    window.editorPage.uploads.push(entry);
  });

let snippets: { name: string; html: string }[] = [];

const titles = ['A walk by the sea', 'A walk in the rain', 'Bread'];
const findPosts: NonNullable<Props['findPosts']> = async (query) =>
  titles
    .filter((title) => title.toLowerCase().includes(query.toLowerCase()))
    .map((title) => ({ title, url: `/post/${title.toLowerCase().replaceAll(' ', '-')}` }));

function FieldForm({ initial, maxLength }: { initial: string; maxLength: number }) {
  const [value, setValue] = useState(initial);
  window.editorPage.setField = setValue;
  return (
    <StrictMode>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          window.editorPage.submits += 1;
        }}
      >
        <button type="button">Before</button>
        <RichTextField
          label="Post Content"
          value={value}
          onChange={(html) => {
            window.editorPage.changes.push(html);
            setValue(html);
          }}
          maxLength={maxLength}
          placeholder="A few words"
          hint="Shown to readers."
        />
        <button type="submit">Save</button>
      </form>
    </StrictMode>
  );
}

const openEditor = () => document.querySelector<HTMLElement & { editor: TextEditor }>('.ProseMirror')?.editor;

window.editorPage = {
  clean: cleanHtml,
  changes: [],
  submits: 0,
  written() {
    flushPendingChanges();
    const editor = openEditor();
    return editor ? toHtml(editor.state.doc) : '';
  },
  uploads: [],
  open(value, { uploads = true, postId = 1 } = {}) {
    window.editorPage.changes = [];
    key += 1;
    const page = (
      <StrictMode key={key}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            window.editorPage.submits += 1;
          }}
        >
          <button type="button">Before</button>
          <h2 id="label">Post Content</h2>
          <Editor
            labelledBy="label"
            value={value}
            onChange={(html) => window.editorPage.changes.push(html)}
            postId={postId}
            {...(uploads ? { upload } : {})}
            findPosts={findPosts}
            snippets={{
              load: async () => snippets,
              save: async (name, html) => {
                snippets = [...snippets, { name, html }];
              },
            }}
          />
          <button type="submit">Save</button>
        </form>
      </StrictMode>
    );
    flushSync(() => root.render(page));
  },
  openField(value, maxLength) {
    window.editorPage.changes = [];
    key += 1;
    flushSync(() => root.render(<FieldForm key={key} initial={value} maxLength={maxLength} />));
  },
  setField() {
    throw new Error('No field is open.');
  },
  run(command) {
    const editor = openEditor();
    const { [command]: run } = (editor?.commands ?? {}) as unknown as Record<string, () => boolean>;
    if (!run?.()) throw new Error(`The command ${command} does nothing here.`);
  },
  rewritten(value) {
    const editor = openEditor();
    if (!editor) throw new Error('No editor is open.');
    return toHtml(fromHtml(value, editor.schema));
  },
  read(value) {
    const editor = openEditor();
    if (!editor) throw new Error('No editor is open.');
    window.editorPage.changes = [];
    const { state, view } = editor;
    view.dispatch(state.tr.replaceWith(0, state.doc.content.size, fromHtml(value, state.schema).content));
  },
};
