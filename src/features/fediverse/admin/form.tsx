import { useId, useState } from 'react';
import { copyText } from '../../../platform/admin/controls/copy-text.ts';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { Choices } from '../../../platform/admin/settings/choices.tsx';
import { SettingsGroup } from '../../../platform/admin/settings/settings-form.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { NetworkPart, NetworkProps } from '../../conversation/admin/networks-screen.tsx';
import type { Conversation } from '../../conversation/api.ts';

const addressCopied = t('Copied.');
const addressNotCopied = t(
  'The browser doesn’t allow copying here: select the address and copy it with the keyboard.',
);

export const fediversePart: NetworkPart = {
  name: 'fediverse',
  settings: ['fediverse', 'fediverse_name', 'fediverse_alias', 'fediverse_moved_to'],
  Fields: FediverseFields,
};

const forms = [
  ['off', t('Off'), t('The blog can’t be followed')],
  ['article', t('Preview'), t('Followers see title, excerpt and link')],
  ['note', t('Whole text'), t('Followers see the whole post')],
] as const;

/** Whether the blog can be followed from Mastodon and other servers of the fediverse, and under which name. */
function FediverseFields({ site, conversation, values, change }: NetworkProps) {
  const host = new URL(conversation.site_url).host;
  const address = (name: string) => `@${name}@${host}`;
  const isOn = values.fediverse !== 'off';
  const isRenamed = site.fediverse !== 'off' && values.fediverse_name !== site.fediverse_name;
  return (
    <SettingsGroup title={t('Fediverse')} id="fediverse">
      <p className="soft">
        {t(
          'People on Mastodon and similar networks can follow the blog, and their replies come to Comments.',
        )}
      </p>
      <Choices
        legend={t('New posts')}
        name="fediverse"
        options={forms}
        value={values.fediverse}
        onChange={(fediverse) => change({ fediverse })}
      />
      <TextField
        label={t('Name of the blog in the fediverse')}
        maxLength={30}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={values.fediverse_name}
        onChange={(fediverse_name) => change({ fediverse_name })}
        hint={t('1 to 30 letters, digits or underscores.')}
      />
      <Address address={address(values.fediverse_name)} />
      {isOn && (
        <details>
          <summary>{t('Move followers')}</summary>
          <TextField
            label={t('Account whose followers move here')}
            type="url"
            placeholder={t('https://')}
            value={values.fediverse_alias}
            onChange={(fediverse_alias) => change({ fediverse_alias })}
            hint={t('The URL of your account elsewhere. Save it here, then start the move there.')}
          />
          <TextField
            label={t('Account to which the followers of the blog move')}
            type="url"
            placeholder={t('https://')}
            value={values.fediverse_moved_to}
            onChange={(fediverse_moved_to) => change({ fediverse_moved_to })}
            hint={t(
              'First name the blog as an alias of that account. Followers are notified within five minutes, and their servers follow the other account.',
            )}
          />
        </details>
      )}
      <div role="status" className="warnings">
        {isOn && <Warnings conversation={conversation} />}
        {isOn && isRenamed && (
          <p className="warning">
            {t(
              'People know the blog as {address}: after a change they no longer find it under that name, and some servers show followers the old one for a while.',
              { address: address(site.fediverse_name) },
            )}
          </p>
        )}
      </div>
    </SettingsGroup>
  );
}

function Warnings({ conversation: { site_url, is_public } }: { conversation: Conversation }) {
  if (!is_public)
    return (
      <p className="warning">
        {t(
          'Other servers can’t reach this site yet: set SITE_URL to its public URL first, because it becomes part of the address for good.',
        )}
      </p>
    );
  if (site_url.startsWith('http:'))
    return (
      <p className="warning">
        {t('Most servers only accept sites with https, and the URL of this one has http.')}
      </p>
    );
  return null;
}

function Address({ address }: { address: string }) {
  const id = useId();
  const [status, setStatus] = useState('');
  const copy = async () => setStatus((await copyText(address)) ? addressCopied : addressNotCopied);
  return (
    <div className="field">
      <label htmlFor={id}>{t('Address to search for on Mastodon')}</label>
      <div className="joined">
        <input
          id={id}
          type="text"
          dir="ltr"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" aria-label={t('Copy the address')} onClick={() => void copy()}>
          {t('Copy')}
        </button>
      </div>
      <span role="status" className="soft">
        {status}
      </span>
    </div>
  );
}
