import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { Shortcuts } from '../../../platform/admin/controls/shortcuts.tsx';
import { Switch } from '../../../platform/admin/controls/switch.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { shortcutTexts } from './use-shortcuts.ts';

type Props = { isOn: boolean; onChange: (isOn: boolean) => void; onClose: () => void };

export const ShortcutHelp = ({ isOn, onChange, onClose }: Props) => (
  <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
    <p>
      {t(
        'They work as soon as the queue is open, except where you type. With a selection, a, s and d apply to it.',
      )}
    </p>
    <Shortcuts of={shortcutTexts} />
    <Switch label={t('Use keyboard shortcuts')} checked={isOn} onChange={onChange} />
    <p className="actions">
      <button type="button" data-first-focus onClick={onClose}>
        {t('Close')}
      </button>
    </p>
  </Dialog>
);
