import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import { ConfirmedButton } from '../../../platform/admin/controls/confirmed-button.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { LastUsed } from '../../../platform/admin/controls/last-used.tsx';
import { Secret } from '../../../platform/admin/controls/secret.tsx';
import { Switch } from '../../../platform/admin/controls/switch.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useFormDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { SettingsForm, SettingsGroup } from '../../../platform/admin/settings/settings-form.tsx';
import type { Scope } from '../../../platform/http/scopes.ts';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { type AccessToken, type AppsSwitch, maxTokenNameLength } from '../api.ts';
import { appCalls } from './calls.ts';
import { LifetimeField, ScopeFields, scopeWords } from './scope-fields.tsx';
import './apps.css';

export const loader = guarded(async () => {
  const [apps, tokens] = await Promise.all([appCalls.apps(), appCalls.tokens()]);
  return { apps, tokens };
});

const switches: [keyof AppsSwitch, string][] = [
  ['tokens', t('Access tokens for programs that use the web API')],
  ['micropub', t('Writing apps: Micropub and IndieAuth')],
  ['mcp', t('Assistants: the Model Context Protocol')],
];

/** What apps can use, and what they were given. */
export function Component() {
  const { apps, tokens } = useLoaderData<typeof loader>();
  const withReauthentication = useReauthentication();
  const form = useFormDraft('apps', apps, {
    name: () => t('the settings of apps'),
    path: `${urls.admin}/apps`,
  });
  const { values, change } = form;
  return (
    <section className="apps-screen">
      <ScreenTitle>{t('Apps')}</ScreenTitle>
      <SettingsForm
        label={t('What apps can use')}
        form={form}
        saved={apps}
        save={(_values, changed) => withReauthentication(() => appCalls.saveApps(changed))}
      >
        <SettingsGroup title={t('What apps can use')} id="apps-on">
          {switches.map(([name, label]) => (
            <Switch
              key={name}
              label={label}
              // Writing apps and assistants have tokens.
              checked={values[name] || (name === 'tokens' && (values.micropub || values.mcp))}
              disabled={name === 'tokens' && (values.micropub || values.mcp)}
              onChange={(isOn) => change({ [name]: isOn })}
            />
          ))}
        </SettingsGroup>
      </SettingsForm>
      {tokens.length > 0 && (
        <section aria-labelledby="apps-tokens">
          <h2 id="apps-tokens">{t('Access tokens')}</h2>
          <ul className="sessions">
            {tokens.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        </section>
      )}
      {apps.tokens && <AddToken />}
    </section>
  );
}

function TokenItem({ token }: { token: AccessToken }) {
  return (
    <li>
      <p>
        <strong dir="auto">{token.name}</strong>{' '}
        <span className="soft">{t('of {username}', { username: token.username })}</span>
      </p>
      <p>{token.scopes.map((scope) => `${scopeWords[scope]}.`).join(' ')}</p>
      <p className="soft">
        {rich('made {date}', { date: <FormattedDate date={token.date_added} style="full" /> })},{' '}
        {token.expires
          ? rich('ends {date}', { date: <FormattedDate date={token.expires} style="full" /> })
          : t('without an end')}
        , <LastUsed date={token.last_used} />
      </p>
      <ConfirmedButton
        action={t('Revoke')}
        item={token.name}
        title={t('Revoke this access token?')}
        text={t('"{name}" can do nothing here any more.', { name: token.name })}
        request={() => appCalls.revokeToken({ id: token.id })}
        done={t('The access token "{name}" was revoked.', { name: token.name })}
      />
    </li>
  );
}

const day = 24 * 60 * 60 * 1000;

function AddToken() {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['draft']);
  const [days, setDays] = useState<30 | 365 | null>(365);
  const [secret, setSecret] = useState<string | null>(null);
  const withReauthentication = useReauthentication();
  const { revalidate } = useRevalidator();
  const add = async () => {
    const expires = days === null ? null : new Date(Date.now() + days * day).toISOString();
    const created = await withReauthentication(() => appCalls.addToken({ name, scopes, expires }));
    setSecret(created.token);
    setName('');
    await revalidate();
  };
  return (
    <>
      {secret && <Secret label={t('Your new access token')} value={secret} onClose={() => setSecret(null)} />}
      <Form className="boxed" submitLabel={t('Make the token')} onSubmit={add}>
        <h2>{t('Make an access token')}</h2>
        <TextField
          label={t('Name')}
          autoComplete="off"
          maxLength={maxTokenNameLength}
          placeholder={t('iA Writer on my phone')}
          value={name}
          onChange={setName}
        />
        <ScopeFields chosen={scopes} onChange={setScopes} />
        <LifetimeField days={days} onChange={setDays} />
      </Form>
    </>
  );
}
