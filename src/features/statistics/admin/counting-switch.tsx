import { useAction } from '../../../platform/admin/data/use-action.ts';
import { ExplainedSwitch } from '../../../platform/admin/settings/explained-switch.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { statisticsCalls } from './calls.ts';

/** Returns what switches statistics on or off and says so. */
export function useCountingSwitch() {
  const run = useAction();
  return (isOn: boolean) =>
    void run(
      () => statisticsCalls.save({ isOn }),
      isOn ? t('Statistics are on: counting has begun.') : t('Statistics are off: nothing is counted.'),
    );
}

export function CountingSwitch({ isOn }: { isOn: boolean }) {
  const change = useCountingSwitch();
  return (
    <ExplainedSwitch
      label={t('Count views and visitors')}
      hint={t(
        'This server counts requests that are made anyway, without cookies or scripts. It keeps sums per day and nothing about single readers, and leaves out those who ask for that (Do Not Track, Global Privacy Control).',
      )}
      checked={isOn}
      onChange={change}
    />
  );
}
