import type { ComponentType } from 'react';
import { Link, useLoaderData } from 'react-router';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import { useSettingsForm } from '../../../core/site/admin/settings/use-settings-form.ts';
import type { Site } from '../../../core/site/api/site.ts';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { ExplainedSwitch } from '../../../platform/admin/settings/explained-switch.tsx';
import { SettingsForm, SettingsGroup } from '../../../platform/admin/settings/settings-form.tsx';
import { rich } from '../../../platform/messages/rich.ts';
import { formatList, t } from '../../../platform/messages/translate.ts';
import type { Conversation } from '../api.ts';
import { conversationCalls } from './calls.ts';
import { networkFields } from './fields.ts';

/** The settings of a feature, saved with the others. */
export type NetworkPart = {
  /** Of the feature. */
  name: string;
  settings: readonly (keyof Site)[];
  Fields: ComponentType<NetworkProps>;
};

export type NetworkProps = {
  site: Site;
  conversation: Conversation;
  values: Site;
  change(part: Partial<Site>): void;
};

export const screenWith = (parts: readonly NetworkPart[]) => ({
  loader: guarded(async () => {
    const [site, conversation] = await Promise.all([siteCalls.site(), conversationCalls.conversation()]);
    return { site, conversation };
  }),
  Component: () => <Screen parts={parts} />,
});

type Loaded = { site: Site; conversation: Conversation };

/** The networks that posts go to and answers come from. */
function Screen({ parts }: { parts: readonly NetworkPart[] }) {
  const { site, conversation } = useLoaderData<Loaded>();
  const section = useSettingsForm(
    site,
    ['social_replies', 'websub_hub', ...parts.flatMap(({ settings }) => settings)],
    t('the settings of networks'),
    'settings/networks',
  );
  const { values, change } = section.form;
  const props: NetworkProps = { site, conversation, values, change };
  return (
    <section>
      <ScreenTitle>{t('Networks')}</ScreenTitle>
      <SettingsForm label={t('Networks')} {...section}>
        {parts.map(({ name, Fields }) => (
          <Fields key={name} {...props} />
        ))}
        <Replies {...props} networks={conversation.networks} />
        <SettingsGroup title={t('Feeds')} id="websub">
          <TextField
            {...networkFields.websub_hub}
            type="url"
            placeholder={t('https://')}
            value={values.websub_hub}
            onChange={(websub_hub) => change({ websub_hub })}
          />
        </SettingsGroup>
      </SettingsForm>
    </section>
  );
}

/** X charges for reading replies, so they stay there. */
const withReplies = [t('Mastodon'), t('Bluesky')];

function Replies({ values, change, networks }: NetworkProps & { networks: readonly string[] }) {
  const readable = networks.filter((name) => withReplies.includes(name));
  return (
    <SettingsGroup title={t('Bluesky and Mastodon')} id="replies">
      <ExplainedSwitch
        {...networkFields.social_replies}
        checked={values.social_replies}
        // It can always be turned off.
        isDisabled={readable.length === 0 && !values.social_replies}
        onChange={(social_replies) => change({ social_replies })}
      />
      {readable.length === 0 ? (
        <p className="soft">
          {rich(
            'Neither network is set up: enter your account at Mastodon or Bluesky under <link>Connections</link>.',
            { link: (text) => <Link to="/admin/settings/connections">{text}</Link> },
          )}
        </p>
      ) : (
        <p className="soft">{t('Set up: {networks}.', { networks: formatList(readable) })}</p>
      )}
      {networks.includes('X') && (
        <p className="soft">
          {t('Replies on X stay there, because X lets programs read them only for a fee.')}
        </p>
      )}
    </SettingsGroup>
  );
}
