import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import type { Source } from '../blocks.ts';
import { FindBar } from '../find/find-bar.tsx';
import type { EditorMenus } from '../menus/menus.ts';
import { placeNearText } from '../menus/place.ts';
import { ColorPopup } from '../popups/color-popup.tsx';
import { GalleryPopup } from '../popups/gallery-popup.tsx';
import { ImagePopup } from '../popups/image-popup.tsx';
import { LinkPopup } from '../popups/link-popup.tsx';
import { PopupPlace } from '../popups/popup.tsx';
import type { FindPosts } from '../popups/post-search.ts';
import { SourcePopup } from '../popups/source-popup.tsx';
import type { Uploads } from '../uploads/uploads.ts';
import { followVisualViewport } from '../visual-viewport.ts';
import { groups, moreGroups, type PopupName, primaryGroups } from './items.ts';
import { matchesKeys, shortcutTarget } from './shortcuts.ts';
import { Toolbar } from './toolbar.tsx';

type Props = {
  editor: Editor;
  uploads: Uploads;
  menus: EditorMenus;
  findPosts: FindPosts | undefined;
  id: string;
  disabled: boolean;
  isFinding: boolean;
  /** Must stay the same function. */
  onFind(isFinding: boolean): void;
};

const toolKeys = groups.flat().flatMap(({ keys }) => keys ?? []);

export function Controls({ editor, uploads, menus, findPosts, id, disabled, isFinding, onFind }: Props) {
  const [open, setOpen] = useState<{
    popup: PopupName | Source;
    button: HTMLElement;
    place?: (panel: HTMLElement) => void;
  } | null>(null);
  const bar = useRef<HTMLDivElement>(null);

  const close = useCallback(
    (toText: boolean) => {
      setOpen(null);
      if (toText) editor.view.focus();
    },
    [editor],
  );

  useEffect(() => {
    const { dom } = editor.view;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
      // Also where the tool does not apply: the browser would show the source of the page, or its bookmarks.
      if (toolKeys.some((keys) => matchesKeys(event, keys))) event.preventDefault();
      if (isFindKey(event)) {
        event.preventDefault();
        onFind(true);
        return;
      }
      const editorElement = dom.closest('.editor');
      const bubble = editorElement?.querySelector('.editor-bubble');
      const tableMenu = editorElement?.querySelector<HTMLElement>('.editor-table-menu > button');
      if (event.altKey && event.key === 'F10' && tableMenu && !bubble) {
        event.preventDefault();
        tableMenu.click();
        return;
      }
      const place = event.altKey && bubble ? bubble : bar.current;
      const button = place?.querySelector<HTMLElement>(shortcutTarget(event) ?? ':not(*)');
      if (!button) return;
      event.preventDefault();
      if (event.altKey) button.focus();
      else button.click();
    };
    dom.addEventListener('keydown', onKeyDown);
    return () => dom.removeEventListener('keydown', onKeyDown);
  }, [editor, onFind]);

  useEffect(() => {
    menus.openPopup = (popup) => {
      const name = popup === 'link' ? t('Insert Link') : t('Insert Image');
      const button = bar.current?.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
      const { from, to } = editor.state.selection;
      const place = (panel: HTMLElement) => placeNearText(panel, editor.view, { from, to });
      if (button) setOpen({ popup, button, place });
    };
  }, [editor, menus]);

  useEffect(() => (bar.current ? followVisualViewport(bar.current) : undefined), []);

  const popup = open && { editor, button: open.button, onClose: close };
  return (
    <div ref={bar} className="editor-controls">
      <Toolbar
        editor={editor}
        groups={primaryGroups}
        more={moreGroups}
        controls={id}
        disabled={disabled}
        open={open?.popup ?? null}
        onPopup={(name, button) => (name === open?.popup ? close(true) : setOpen({ popup: name, button }))}
      />
      {isFinding && !disabled && <FindBar editor={editor} onClose={() => onFind(false)} />}
      <PopupPlace value={open?.place ?? null}>
        {popup && open.popup === 'link' && <LinkPopup {...popup} findPosts={findPosts} />}
        {popup && open.popup === 'image' && <ImagePopup {...popup} uploads={uploads} />}
        {popup && open.popup === 'gallery' && <GalleryPopup {...popup} uploads={uploads} />}
        {popup && (open.popup === 'embed' || open.popup === 'audio' || open.popup === 'video') && (
          <SourcePopup key={open.popup} {...popup} uploads={uploads} source={open.popup} />
        )}
        {popup && (open.popup === 'textColor' || open.popup === 'backgroundColor') && (
          <ColorPopup key={open.popup} {...popup} mark={open.popup} />
        )}
      </PopupPlace>
    </div>
  );
}

/** Ctrl+H as in word processors; on a Mac it hides the program, so that Shift is added. */
function isFindKey(event: KeyboardEvent): boolean {
  return matchesKeys(event, 'Control+Shift+H') || (!event.metaKey && matchesKeys(event, 'Control+H'));
}
