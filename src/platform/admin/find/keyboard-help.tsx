import { Dialog } from '../controls/dialog.tsx';
import { Shortcuts } from '../controls/shortcuts.tsx';

const keys: readonly (readonly [keys: string, text: string])[] = [
  ['Ctrl + K, ⌘ K', 'Search, open a screen, a post or a setting, or run a command'],
  ['?', 'Show this help'],
  ['Ctrl + S, ⌘ S', 'Save what you write'],
  ['Ctrl + Z, ⌘ Z', 'Undo, also after something was deleted'],
  ['Tab, Shift + Tab', 'Go to the next or the previous control'],
  ['Escape', 'Close a dialog or a menu'],
];

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard" onClose={onClose}>
    <Shortcuts of={keys} />
    <p className="soft">In the list of comments, ? shows the keys of comments.</p>
    <p className="actions">
      <button type="button" data-first-focus onClick={onClose}>
        Close
      </button>
    </p>
  </Dialog>
);
