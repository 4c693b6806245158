import { useId, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { passwordMin } from '../../contract/limits.ts';
import type { Session, User } from '../../contract/owner.ts';
import { urls } from '../../contract/urls.ts';
import { ShownDate } from '../ui/shown-date.tsx';
import { adminApi } from './admin-api.ts';
import { useConfirm } from './confirm.tsx';
import { guarded } from './guarded.ts';
import { useNotices } from './notices.tsx';
import { ScreenTitle } from './screen-title.tsx';
import { useTyped } from './typed.ts';
import { useSend } from './use-send.ts';

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
  const confirm = useConfirm();
  const { say, report } = useNotices();
  const { revalidate } = useRevalidator();
  const remove = async () => {
    const sure = await confirm({
      title: 'Remove this administrator?',
      text: `"${user.username}" will no longer be able to sign in.${user.you ? ' This is you.' : ''}`,
      action: 'Remove',
    });
    if (!sure) return;
    try {
      await adminApi.removeUser(user.id);
      say(`"${user.username}" was removed.`);
      await revalidate();
    } catch (error) {
      report(error);
    }
  };
  return (
    <tr className="as-card">
      <th scope="row" data-label="UserName">
        {user.username} {user.you && <span className="chip good">You</span>}
      </th>
      <td data-label="Added">
        <ShownDate date={user.date_added} />
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

function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const { say } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, problem, send } = useSend();
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        void send(async () => {
          await adminApi.changePassword(user.id, password);
          say(
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
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function PasswordField(props: {
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

function AddUser() {
  const fresh = { username: '' };
  const { values, change, reset } = useTyped('user', fresh, {
    name: ({ username }) => `a new administrator "${username}"`,
    path: `${urls.admin}/users`,
  });
  const [password, setPassword] = useState('');
  const { say } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, problem, send } = useSend();
  const nameId = useId();
  return (
    <form
      className="boxed"
      onSubmit={(event) => {
        event.preventDefault();
        void send(async () => {
          const { username } = await adminApi.addUser(values.username.trim(), password);
          reset(fresh);
          setPassword('');
          say(`"${username}" can sign in now.`);
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
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const { say, report } = useNotices();
  const { revalidate } = useRevalidator();
  const end = async (session: Session) => {
    try {
      await adminApi.endSession(session.id);
      say('Signed out there.');
      await revalidate();
    } catch (error) {
      report(error);
    }
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <p>
              <strong>{session.browser || 'Another program'}</strong>{' '}
              {session.current && <span className="chip good">This one</span>}
            </p>
            <p className="soft">
              since <ShownDate date={session.date_added} style="full" />, last seen{' '}
              <ShownDate date={session.last_seen} style="full" />
            </p>
            {!session.current && (
              <button type="button" onClick={() => void end(session)}>
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
