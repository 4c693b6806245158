import { useId, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { User } from '../../../contract/owner.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { useConfirm } from '../controls/confirm.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useSend } from '../data/use-send.ts';
import { useFormDraft } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { ScreenTitle } from '../frame/screen-title.tsx';
import { PasswordField, PasswordForm } from '../security/password-form.tsx';
import { useReauthentication } from '../security/reauthenticate.tsx';
import { Sessions } from '../security/sessions.tsx';

export const loader = guarded(async () => {
  const [users, sessions] = await Promise.all([adminApi.users(), adminApi.sessions()]);
  return { users, sessions };
});

/** Who may manage the site, and where the person is signed in. */
export function Component() {
  const { users, sessions } = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>Users</ScreenTitle>
      <table className="as-cards">
        <caption className="visually-hidden">Administrators</caption>
        <thead>
          <tr>
            <th scope="col">UserName</th>
            <th scope="col">Added</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} isLast={users.length === 1} />
          ))}
        </tbody>
      </table>
      <AddUser />
      <Sessions sessions={sessions} />
    </section>
  );
}

function UserRow({ user, isLast }: { user: User; isLast: boolean }) {
  const [changing, setChanging] = useState(false);
  const withReauthentication = useReauthentication();
  const confirm = useConfirm();
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const remove = async () => {
    const sure = await confirm({
      title: 'Remove this administrator?',
      text: `"${user.username}" will no longer be able to sign in.${user.you ? ' This is you.' : ''}`,
      action: 'Remove',
    });
    if (!sure) return;
    try {
      await withReauthentication(() => adminApi.removeUser(user.id));
      notify(`"${user.username}" was removed.`);
      await revalidate();
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <tr className="as-card">
      <th scope="row" data-label="UserName">
        {user.username} {user.you && <span className="chip good">You</span>}
      </th>
      <td data-label="Added">
        <FormattedDate date={user.date_added} />
      </td>
      <td data-label="Action">
        {changing ? (
          <PasswordForm user={user} onDone={() => setChanging(false)} />
        ) : (
          <span className="actions">
            <button type="button" onClick={() => setChanging(true)}>
              Change password
            </button>
            <button
              type="button"
              className="danger"
              disabled={isLast}
              title={isLast ? 'The last administrator stays.' : undefined}
              onClick={() => void remove()}
            >
              Remove
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

function AddUser() {
  const fresh = { username: '' };
  const { values, change, latest, saved, begin } = useFormDraft('user', fresh, {
    name: ({ username }) => `a new administrator "${username}"`,
    path: `${urls.admin}/users`,
  });
  const [password, setPassword] = useState('');
  const withReauthentication = useReauthentication();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, error, send } = useSend();
  const nameId = useId();
  return (
    <form
      className="boxed"
      onSubmit={(event) => {
        event.preventDefault();
        void send(async () => {
          const { sequence } = latest();
          const { username } = await withReauthentication(() =>
            adminApi.addUser(values.username.trim(), password),
          );
          if (saved(sequence, fresh)) begin(fresh);
          setPassword('');
          notify(`"${username}" can sign in now.`);
          await revalidate();
        });
      }}
    >
      <h2>Add an administrator</h2>
      <div className="field">
        <label htmlFor={nameId}>UserName</label>
        <input
          id={nameId}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          value={values.username}
          onChange={(event) => change({ username: event.target.value })}
        />
      </div>
      <PasswordField name="Password" value={password} onChange={setPassword} />
      <p className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          Add
        </button>
      </p>
      <FormError message={error} />
    </form>
  );
}
