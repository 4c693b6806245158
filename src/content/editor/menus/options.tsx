import type { Editor } from '@tiptap/core';
import { t } from '../../../platform/messages/translate.ts';
import type { EditorMenus } from './menus.ts';
import { useSetting } from './settings.ts';

type Props = { editor: Editor; menus: EditorMenus; isTabStop: boolean; onFocus(): void; onFind(): void };

/** What an author sets once, or looks for by name. */
export function Options({ editor, menus: { settings }, isTabStop, onFocus, onFind }: Props) {
  const isFocusMode = useSetting(settings, 'focusMode');
  const hasSmartQuotes = useSetting(settings, 'smartQuotes');
  return (
    <details
      className="editor-options"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.preventDefault();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary data-footer-item tabIndex={isTabStop ? 0 : -1} onFocus={onFocus}>
        {t('Options')}
      </summary>
      <div className="editor-floating editor-options-list">
        <button type="button" className="quiet" title={t('Find and replace (Ctrl+H)')} onClick={onFind}>
          {t('Find and replace')}
        </button>
        <label className="editor-check">
          <input
            type="checkbox"
            checked={isFocusMode}
            onChange={() => {
              settings.toggle('focusMode');
              // The decorations of the text follow the setting.
              editor.view.dispatch(editor.state.tr);
            }}
          />
          {t('Focus mode')}
        </label>
        <label className="editor-check">
          <input type="checkbox" checked={hasSmartQuotes} onChange={() => settings.toggle('smartQuotes')} />
          {t('Smart quotes')}
        </label>
      </div>
    </details>
  );
}
