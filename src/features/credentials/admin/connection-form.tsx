import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { errorMessage, useNotices } from '../../../platform/admin/frame/notices.tsx';
import { SaveBar } from '../../../platform/admin/settings/settings-form.tsx';
import { saved } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { ConnectionState, ConnectionTest } from '../api.ts';
import { connectionCalls } from './calls.ts';
import { ConnectionInput } from './connection-input.tsx';
import * as messages from './messages.ts';

/** Those with changes that are not saved: credentials are in no draft. */
const unsaved = new Set<string>();
export const hasUnsavedConnections = (): boolean => unsaved.size > 0;

type Props = { connection: ConnectionState; isOpen: boolean };

/** One connection: what it is for, where it comes from, its fields, a test and Remove. */
export function ConnectionForm({ connection, isOpen }: Props) {
  const { name, title, text, source, fields } = connection;
  const isFixed = source === 'environment';
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [test, setTest] = useState<ConnectionTest | 'running' | null>(null);
  const { busy, error, send } = useSend();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const authenticated = useReauthentication();
  const confirm = useConfirm();
  const heading = `connection-${name}`;
  const isUnsaved = Object.keys(values).length > 0;
  useEffect(() => {
    if (isUnsaved) unsaved.add(name);
    return () => void unsaved.delete(name);
  }, [isUnsaved, name]);
  const [edition, setEdition] = useState(0);
  const discard = () => {
    setValues({});
    setTest(null);
    setEdition(edition + 1);
  };

  const change = (field: string, value: string | undefined) => {
    setTest(null);
    setValues(({ [field]: _, ...others }) => (value === undefined ? others : { ...others, [field]: value }));
  };
  const save = async () => {
    await authenticated(() => connectionCalls.save({ name, values }));
    notify(connection.needs_restart ? messages.savedForRestart : saved);
    await revalidate();
  };
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t('Remove {title}?', { title }),
      text: messages.removalText(title),
      action: t('Remove'),
    });
    if (!isConfirmed) return;
    await authenticated(() => connectionCalls.remove({ name }));
    notify(messages.removed(title));
    await revalidate();
  };
  const runTest = async () => {
    setTest('running');
    setTest(
      await authenticated(() => connectionCalls.test({ name, values })).catch((error: unknown) => ({
        is_ok: false,
        message: errorMessage(error),
      })),
    );
  };

  return (
    <form
      className="boxed"
      id={name}
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(save);
      }}
    >
      <details open={isOpen}>
        <summary>
          <h2 id={heading}>{title}</h2>
          <span className={source === 'none' ? 'chip' : 'chip good'}>{messages.sources[source]}</span>
          {isUnsaved && <span className="chip">{t('Unsaved changes')}</span>}
        </summary>
        <p className="soft">{text}</p>
        {isFixed && <p>{messages.fixed(connection.variables)}</p>}
        {source === 'unreadable' && <p className="warning">{messages.unreadable}</p>}
        {connection.restart_pending && <p className="soft">{messages.restartPending}</p>}
        {!isFixed && (
          <div className="columns">
            {fields.map((field) => (
              <ConnectionInput
                key={`${field.name} ${edition}`}
                field={field}
                typed={values[field.name]}
                isMoved={fields.some(
                  ({ name, is_target, value }) =>
                    is_target && values[name] !== undefined && values[name] !== value,
                )}
                onChange={(value) => change(field.name, value)}
              />
            ))}
          </div>
        )}
        <p className="actions">
          <button
            type="button"
            disabled={test === 'running'}
            onClick={() => void runTest()}
            aria-label={t('Test {title}', { title })}
          >
            {test === 'running' ? t('Testing …') : t('Test')}
          </button>
          {(source === 'stored' || source === 'unreadable') && (
            <ItemButton
              className="quiet danger"
              action={t('Remove')}
              item={title}
              onClick={() => send(remove)}
            />
          )}
          {connection.needs_restart && <span className="soft">{messages.needsRestart}</span>}
        </p>
        <div role="status">
          {test === 'running' && <p className="soft">{t('This can take up to a minute.')}</p>}
          {test !== null && test !== 'running' && (
            <p className={test.is_ok ? 'found' : 'warning'}>{test.message}</p>
          )}
        </div>
        <FormError message={error} />
        {!isFixed && <SaveBar isUnsaved={isUnsaved} busy={busy && isUnsaved} onDiscard={discard} />}
      </details>
    </form>
  );
}
