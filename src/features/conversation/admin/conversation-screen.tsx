import { useLoaderData } from 'react-router';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import { useSettingsForm } from '../../../core/site/admin/settings/use-settings-form.ts';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { ExplainedSwitch } from '../../../platform/admin/settings/explained-switch.tsx';
import { SettingsForm } from '../../../platform/admin/settings/settings-form.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { conversationCalls } from './calls.ts';
import { conversationFields } from './fields.ts';

export const loader = guarded(async () => {
  const [site, conversation] = await Promise.all([siteCalls.site(), conversationCalls.conversation()]);
  return { site, conversation };
});

/** As many digits as the largest number of days has. */
const maxDigits = 5;

/** Who can answer posts here and on other sites, and until when. */
export function Component() {
  const { site, conversation } = useLoaderData<typeof loader>();
  const section = useSettingsForm(
    site,
    ['close_comments_days', 'reaction_names', 'webmention'],
    t('the settings of the conversation'),
    'settings/conversation',
  );
  const { values, change } = section.form;
  const days = values.close_comments_days;
  return (
    <section>
      <ScreenTitle>{t('Conversation')}</ScreenTitle>
      <p>
        {t(
          'Readers can answer a post here, on their own site, on Mastodon or on Bluesky. Whatever they write waits in Comments until you approve it.',
        )}
      </p>
      <SettingsForm label={t('Conversation')} {...section}>
        <TextField
          {...conversationFields.close_comments_days}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('never')}
          value={days === 0 ? '' : String(days)}
          onChange={(text) =>
            change({ close_comments_days: Number(text.replaceAll(/\D/g, '').slice(0, maxDigits)) })
          }
        />
        <ExplainedSwitch
          {...conversationFields.reaction_names}
          checked={values.reaction_names}
          onChange={(reaction_names) => change({ reaction_names })}
        />
        <ExplainedSwitch
          {...conversationFields.webmention}
          checked={values.webmention}
          onChange={(webmention) => change({ webmention })}
        />
        {values.webmention && !conversation.is_public && (
          <p className="warning">
            {t(
              'Other sites can’t reach this one yet: set SITE_URL to its public URL before you use Webmention.',
            )}
          </p>
        )}
      </SettingsForm>
    </section>
  );
}
