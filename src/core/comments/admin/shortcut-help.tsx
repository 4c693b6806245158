import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { Shortcuts } from '../../../platform/admin/controls/shortcuts.tsx';
import { Switch } from '../../../platform/admin/controls/switch.tsx';
import { shortcutTexts } from './use-shortcuts.ts';

type Props = { isOn: boolean; onChange: (isOn: boolean) => void; onClose: () => void };

export const ShortcutHelp = ({ isOn, onChange, onClose }: Props) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <p>
      They work as soon as the queue is open, except where you type. With a selection, a, s and d apply to it.
    </p>
    <Shortcuts of={shortcutTexts} />
    <Switch label="Use keyboard shortcuts" checked={isOn} onChange={onChange} />
    <p className="actions">
      <button type="button" data-first-focus onClick={onClose}>
        Close
      </button>
    </p>
  </Dialog>
);
