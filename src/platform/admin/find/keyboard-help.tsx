import { t } from '../../messages/translate.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Shortcuts } from '../controls/shortcuts.tsx';

const keys: readonly (readonly [keys: string, text: string])[] = [
  [t('Ctrl + K, ⌘ K'), t('Search, open a screen, a post or a setting, or run a command')],
  ['?', t('Show this help')],
  [t('Ctrl + S, ⌘ S'), t('Save what you write')],
  [t('Ctrl + Z, ⌘ Z'), t('Undo, also after something was deleted')],
  [t('Tab, Shift + Tab'), t('Go to the next or the previous control')],
  ['Escape', t('Close a dialog or a menu')],
];

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t('Keyboard')} onClose={onClose}>
    <Shortcuts of={keys} />
    <p className="soft">{t('In the list of comments, ? shows the keys of comments.')}</p>
    <p className="actions">
      <button type="button" data-first-focus onClick={onClose}>
        {t('Close')}
      </button>
    </p>
  </Dialog>
);
