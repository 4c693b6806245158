import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { ConfirmedButton } from '../../../platform/admin/controls/confirmed-button.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { Secret } from '../../../platform/admin/controls/secret.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { rich } from '../../../platform/messages/rich.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Webhook } from '../api.ts';
import type { webhookRoutes } from '../routes.ts';

const { call } = callsOf<typeof webhookRoutes>();
const all = call('GET', '/api/admin/webhooks');
const add = call('POST', '/api/admin/webhooks');
const remove = call('DELETE', '/api/admin/webhooks/:id');
const test = call('POST', '/api/admin/webhooks/:id/test');

export const loader = guarded(() => all());

/** URLs that are called when something happens. */
export function Component() {
  const webhooks = useLoaderData<typeof loader>();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const submit = async () => {
    setSecret((await add({ url: url.trim() })).secret);
    setUrl('');
    await revalidate();
  };
  return (
    <section>
      <ScreenTitle>{t('Webhooks')}</ScreenTitle>
      <p className="soft">
        {t(
          'These URLs are called when a post is published, changed or removed, and when a comment is approved.',
        )}
      </p>
      <ul className="sessions" aria-label={t('Webhooks')}>
        {webhooks.map((webhook) => (
          <WebhookItem key={webhook.id} {...webhook} />
        ))}
      </ul>
      {secret && (
        <Secret label={t('The secret of the calls')} value={secret} onClose={() => setSecret(null)} />
      )}
      <Form className="boxed" submitLabel={t('Add')} onSubmit={submit}>
        <h2>{t('Add a webhook')}</h2>
        <TextField label={t('URL')} type="url" autoComplete="off" value={url} onChange={setUrl} />
      </Form>
    </section>
  );
}

function WebhookItem({ id, url, date_added, waiting, failed }: Webhook) {
  const [result, setResult] = useState('');
  const { error, send } = useSend();
  const tryOut = () => send(async () => setResult((await test({ id })).message));
  return (
    <li>
      <strong dir="ltr">{url}</strong>
      <p className="soft">
        {rich('added {date}', { date: <FormattedDate date={date_added} style="full" /> })}
        {waiting > 0 && `, ${t('{count} waiting', { count: waiting })}`}
      </p>
      <details hidden={failed.length === 0}>
        <summary>{plural(failed.length, { one: 'One call failed', other: '{count} calls failed' })}</summary>
        {failed.map(({ type, date, error: reason }) => (
          <p key={date + type}>
            {type}, <FormattedDate date={date} style="full" />: {reason}
          </p>
        ))}
      </details>
      <p className="actions">
        <button type="button" aria-label={t('Test {url}', { url })} onClick={() => void tryOut()}>
          {t('Test')}
        </button>
        <ConfirmedButton
          action={t('Remove')}
          item={url}
          title={t('Remove this webhook?')}
          text={t('Calls to {url} that wait are not made any more.', { url })}
          request={() => remove({ id })}
          done={t('The webhook was removed.')}
        />
      </p>
      <p role="status">{error ?? result}</p>
    </li>
  );
}
