import { useFormDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { ExplainedSwitch } from '../../../platform/admin/settings/explained-switch.tsx';
import { SettingsForm } from '../../../platform/admin/settings/settings-form.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { statisticsCalls } from './calls.ts';

export function CountingSwitch({ isOn }: { isOn: boolean }) {
  const saved = { isOn };
  const form = useFormDraft('statistics', saved, {
    name: () => t('the settings of statistics'),
    path: `${urls.admin}/statistics`,
  });
  return (
    <SettingsForm
      label={t('Statistics')}
      form={form}
      saved={saved}
      save={(values) => statisticsCalls.save(values)}
    >
      <ExplainedSwitch
        label={t('Count views and visitors')}
        hint={t(
          'This server counts requests that are made anyway, without cookies or scripts. It keeps sums per day and nothing about single readers, and leaves out those who ask for that (Do Not Track, Global Privacy Control).',
        )}
        checked={form.values.isOn}
        onChange={(isOn) => form.change({ isOn })}
      />
    </SettingsForm>
  );
}
