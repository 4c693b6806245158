import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { Secret } from '../../../platform/admin/controls/secret.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Webhook } from '../api.ts';
import type { webhookRoutes } from '../routes.ts';

const { call } = callsOf<typeof webhookRoutes>();
const calls = {
  all: call('GET', '/api/admin/webhooks'),
  add: call('POST', '/api/admin/webhooks'),
  remove: call('DELETE', '/api/admin/webhooks/:id'),
  test: call('POST', '/api/admin/webhooks/:id/test'),
};

export const loader = guarded(() => calls.all());

/** URLs that are called when something happens. */
export function Component() {
  const webhooks = useLoaderData<typeof loader>();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const add = async () => {
    setSecret((await calls.add({ url: url.trim() })).secret);
    setUrl('');
    await revalidate();
  };
  return (
    <section>
      <ScreenTitle>Webhooks</ScreenTitle>
      <p className="soft">
        These URLs are called when a post is published, changed or removed, and when a comment is approved.
      </p>
      {webhooks.length > 0 && (
        <ul className="sessions" aria-label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {secret && (
        <Secret label="The secret that signs the calls" value={secret} onClose={() => setSecret(null)} />
      )}
      <Form className="boxed" submitLabel="Add" onSubmit={add}>
        <h2>Add a webhook</h2>
        <TextField label="URL" type="url" autoComplete="off" value={url} onChange={setUrl} />
      </Form>
    </section>
  );
}

function WebhookItem({ webhook: { id, url, date_added, waiting, failed } }: { webhook: Webhook }) {
  const confirm = useConfirm();
  const run = useAction();
  const { notify } = useNotices();
  const [result, setResult] = useState('');
  const test = async () => {
    setResult('');
    await run(
      async () => setResult((await calls.test({ id })).message),
      () => {},
    );
  };
  const remove = async () => {
    const text = `Calls to ${url} that wait are not made any more.`;
    if (await confirm({ title: 'Remove this webhook?', text, action: 'Remove' }))
      await run(
        () => calls.remove({ id }),
        () => notify('The webhook was removed.'),
      );
  };
  return (
    <li>
      <p>
        <strong dir="ltr">{url}</strong>
      </p>
      <p className="soft">
        added <FormattedDate date={date_added} style="full" />
        {waiting > 0 && `, ${waiting} waiting`}
      </p>
      {failed.length > 0 && (
        <details>
          <summary>{failed.length === 1 ? 'One call failed' : `${failed.length} calls failed`}</summary>
          <ul>
            {failed.map(({ type, date, error }) => (
              <li key={date + type}>
                {type}, <FormattedDate date={date} style="full" />: {error}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="actions">
        <button type="button" aria-label={`Test ${url}`} onClick={() => void test()}>
          Test
        </button>
        <ItemButton className="danger" action="Remove" item={url} onClick={remove} />
      </p>
      <p role="status">{result}</p>
    </li>
  );
}
