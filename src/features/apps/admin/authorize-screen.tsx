import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import { useSite } from '../../../core/site/pages/site-context.ts';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { Problem } from '../../../platform/http/problem.ts';
import type { Scope } from '../../../platform/http/scopes.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { type AuthorizationQuery, authorizationQuery } from '../api.ts';
import { appCalls } from './calls.ts';
import { LifetimeField, ScopeFields } from './scope-fields.tsx';
import './apps.css';

export const loader = guarded(async () => {
  const parsed = authorizationQuery.safeParse(Object.fromEntries(new URLSearchParams(location.search)));
  if (!parsed.success)
    return {
      problem: t('The app has sent a request that is not complete: {message}', {
        message: parsed.error.issues[0]?.message ?? '',
      }),
    };
  try {
    return { request: parsed.data, asked: await appCalls.authorization({ ...parsed.data }) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return { problem: error.message };
    throw error;
  }
});

/** Asks the owner what an app may do. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  if ('problem' in data)
    return (
      <section>
        <ScreenTitle>{t('This app cannot be allowed')}</ScreenTitle>
        <p className="banner">{data.problem}</p>
      </section>
    );
  return <Consent request={data.request} asked={data.asked} />;
}

type Asked = Awaited<ReturnType<typeof appCalls.authorization>>;

function Consent({ request, asked }: { request: AuthorizationQuery; asked: Asked }) {
  const site = useSite();
  // Publishing is never chosen in advance.
  const [scopes, setScopes] = useState<Scope[]>(asked.scopes.filter((scope) => scope !== 'publish'));
  const [days, setDays] = useState<30 | 365 | null>(365);
  const withReauthentication = useReauthentication();
  const answer = async (granted: Scope[] | null) => {
    const { redirect } = await withReauthentication(() =>
      appCalls.decide({ request, scopes: granted, days }),
    );
    location.assign(redirect);
  };
  return (
    <section className="apps-screen">
      <ScreenTitle>{t('Allow this app?')}</ScreenTitle>
      <p>
        {rich('{app} wants to use {site}. You will be sent to {host}.', {
          app: (
            <>
              <strong dir="auto">{asked.client_name}</strong>
              {asked.client_url && (
                <>
                  {' '}
                  (<span dir="ltr">{asked.client_url}</span>)
                </>
              )}
            </>
          ),
          site: site.site_name,
          host: <strong dir="ltr">{asked.redirect_host}</strong>,
        })}
      </p>
      <Form submitLabel={t('Allow')} onSubmit={() => answer(scopes)} onCancel={() => void answer(null)}>
        <ScopeFields offered={asked.scopes} chosen={scopes} onChange={setScopes} />
        <LifetimeField days={days} onChange={setDays} />
        <p className="soft">{t('You can revoke it at any time under Apps.')}</p>
      </Form>
    </section>
  );
}
