import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Form } from '../../../../platform/admin/controls/form.tsx';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { passwordMin } from '../../../../platform/http/api/limits.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { User } from '../../api/owner.ts';
import { ownPasswordChanged, passwordChanged } from '../../messages.ts';
import { accountCalls } from '../calls.ts';
import { useReauthentication } from './reauthenticate.tsx';

/** Sets a new password, the user's own or that of another administrator. */
export function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const withReauthentication = useReauthentication();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const save = async () => {
    await withReauthentication(() => accountCalls.changePassword({ id: user.id, password }));
    notify(user.you ? ownPasswordChanged : passwordChanged(user.username));
    onDone();
    await revalidate();
  };
  return (
    <Form className="inline" submitLabel={t('Save')} onSubmit={save} onCancel={onDone}>
      {/* Tells password managers which account the password is for. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label={t('New password of {username}', { username: user.username })}
        value={password}
        onChange={setPassword}
        autoFocus
      />
    </Form>
  );
}

export function PasswordField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}) {
  const [visible, setVisible] = useState(false);
  const ids = { field: useId(), hint: useId() };
  return (
    <div className="field">
      <label htmlFor={ids.field}>{props.label}</label>
      <span className="joined">
        <input
          id={ids.field}
          type={visible ? 'text' : 'password'}
          autoComplete="new-password"
          aria-describedby={ids.hint}
          value={props.value}
          // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
          autoFocus={props.autoFocus}
          onChange={(event) => props.onChange(event.target.value)}
        />
        <button type="button" aria-pressed={visible} onClick={() => setVisible(!visible)}>
          {t('Show')}
        </button>
      </span>
      <span id={ids.hint} className="soft">
        {t('At least {passwordMin} characters; a short sentence is easy to remember.', { passwordMin })}
      </span>
    </div>
  );
}
