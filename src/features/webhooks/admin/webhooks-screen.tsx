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
      <ScreenTitle>Webhooks</ScreenTitle>
      <p className="soft">
        These URLs are called when a post is published, changed or removed, and when a comment is approved.
      </p>
      <ul className="sessions" aria-label="Webhooks" hidden={webhooks.length === 0}>
        {webhooks.map((webhook) => (
          <WebhookItem key={webhook.id} {...webhook} />
        ))}
      </ul>
      {secret && <Secret label="The secret of the calls" value={secret} onClose={() => setSecret(null)} />}
      <Form className="boxed" submitLabel="Add" onSubmit={submit}>
        <h2>Add a webhook</h2>
        <TextField label="URL" type="url" autoComplete="off" value={url} onChange={setUrl} />
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
        added <FormattedDate date={date_added} style="full" />
        {waiting > 0 && `, ${waiting} waiting`}
      </p>
      <details hidden={failed.length === 0}>
        <summary>{failed.length === 1 ? 'One call failed' : `${failed.length} calls failed`}</summary>
        {failed.map(({ type, date, error: reason }) => (
          <p key={date + type}>
            {type}, <FormattedDate date={date} style="full" />: {reason}
          </p>
        ))}
      </details>
      <p className="actions">
        <button type="button" aria-label={`Test ${url}`} onClick={() => void tryOut()}>
          Test
        </button>
        <ConfirmedButton
          action="Remove"
          item={url}
          title="Remove this webhook?"
          text={`Calls to ${url} that wait are not made any more.`}
          request={() => remove({ id })}
          done="The webhook was removed."
        />
      </p>
      <p role="status">{error ?? result}</p>
    </li>
  );
}
