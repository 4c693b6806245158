import type { Ref } from 'react';
import { useRevalidator } from 'react-router';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { maxRedirectPathLength } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';
import { redirectAdded, redirectGoneAdded } from '../messages.ts';
import { redirectCalls } from './calls.ts';

export type RedirectForm = { from: string; to: string; isGone: boolean };

type Props = { form: RedirectForm; onChange: (form: RedirectForm) => void; ref: Ref<HTMLDivElement> };

export function AddRedirect({ form, onChange, ref }: Props) {
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const add = async () => {
    const { from, to, isGone } = form;
    const { from_path } = await redirectCalls.add({ from, to: isGone ? null : to });
    onChange({ from: '', to: '', isGone: false });
    notify(isGone ? redirectGoneAdded(from_path) : redirectAdded(from_path));
    await revalidate();
  };
  return (
    <div ref={ref}>
      <Form className="boxed" submitLabel={t('Add')} onSubmit={add}>
        <h2>{t('Add a redirect')}</h2>
        <TextField
          label={t('Old path')}
          hint={t('Path and query, such as /2010/04/03/tea/ or /?p=73')}
          name="from"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxRedirectPathLength}
          value={form.from}
          onChange={(from) => onChange({ ...form, from })}
        />
        <TextField
          label={t('Leads to')}
          hint={t('A path of this site, such as /post/tea, or a URL of another one')}
          name="to"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxRedirectPathLength}
          disabled={form.isGone}
          value={form.to}
          onChange={(to) => onChange({ ...form, to })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={form.isGone}
            onChange={({ target }) => onChange({ ...form, isGone: target.checked })}
          />
          {t('Nothing: tell readers and search engines that it is gone')}
        </label>
      </Form>
    </div>
  );
}
