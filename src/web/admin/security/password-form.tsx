import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { passwordMin } from '../../../contract/limits.ts';
import type { User } from '../../../contract/owner.ts';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useSend } from '../data/use-send.ts';
import { useNotices } from '../frame/notices.tsx';
import { useReauthentication } from './reauthenticate.tsx';

/** Sets a new password, one's own or that of another administrator. */
export function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const withReauthentication = useReauthentication();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, error, send } = useSend();
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        void send(async () => {
          await withReauthentication(() => adminApi.changePassword(user.id, password));
          notify(
            user.you
              ? 'Your password was changed. You were signed out everywhere else.'
              : `The password of "${user.username}" was changed.`,
          );
          onDone();
          await revalidate();
        });
      }}
    >
      {/* Password managers want to know whose password this is. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        name={`New password of ${user.username}`}
        value={password}
        onChange={setPassword}
        focus
      />
      <span className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          Save
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </span>
      <FormError message={error} />
    </form>
  );
}

export function PasswordField(props: {
  name: string;
  value: string;
  onChange: (value: string) => void;
  focus?: boolean;
}) {
  const [shown, setShown] = useState(false);
  const ids = { field: useId(), hint: useId() };
  return (
    <div className="field">
      <label htmlFor={ids.field}>{props.name}</label>
      <span className="joined">
        <input
          id={ids.field}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          aria-describedby={ids.hint}
          value={props.value}
          // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
          autoFocus={props.focus}
          onChange={(event) => props.onChange(event.target.value)}
        />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          Show
        </button>
      </span>
      <span id={ids.hint} className="soft">
        At least {passwordMin} characters; a short sentence is easy to remember.
      </span>
    </div>
  );
}
