import { useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useFormDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { User } from '../api/owner.ts';
import type { Profile } from '../api/profiles.ts';
import { userAdded, userRemovalExplained, userRemoved } from '../messages.ts';
import { accountCalls } from './calls.ts';
import { PasswordField, PasswordForm } from './security/password-form.tsx';
import { useReauthentication } from './security/reauthenticate.tsx';
import { Sessions } from './security/sessions.tsx';

export const loader = guarded(async () => {
  const [users, sessions, profiles] = await Promise.all([
    accountCalls.users(),
    accountCalls.sessions(),
    accountCalls.profiles(),
  ]);
  return { users, sessions, profiles };
});

export function Component() {
  const { users, sessions, profiles } = useLoaderData<typeof loader>();
  const nameOf = (id: number) => profiles.find((profile) => profile.id === id)?.display_name || null;
  return (
    <section>
      <ScreenTitle>{t('Users')}</ScreenTitle>
      <table className="as-cards narrow quiet-rows">
        <caption className="visually-hidden">{t('Administrators')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('UserName')}</th>
            <th scope="col">{t('Added')}</th>
            <th scope="col">{t('Action')}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} displayName={nameOf(user.id)} isLast={users.length === 1} />
          ))}
        </tbody>
      </table>
      <FormerAuthors profiles={profiles.filter(({ username }) => username === null)} />
      <AddUser />
      <Sessions sessions={sessions} />
    </section>
  );
}

const profileUrl = (id: number): string => `${urls.admin}/users/${id}/profile`;

/** Whose posts and comments keep their name. */
function FormerAuthors({ profiles }: { profiles: readonly Profile[] }) {
  if (profiles.length === 0) return null;
  return (
    <section>
      <h2>{t('Former authors')}</h2>
      <ul>
        {profiles.map(({ id, display_name }) => (
          <li key={id}>
            {display_name || t('Without a name')} <Link to={profileUrl(id)}>{t('Edit profile')}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UserRow({ user, displayName, isLast }: { user: User; displayName: string | null; isLast: boolean }) {
  const [changing, setChanging] = useState(false);
  const withReauthentication = useReauthentication();
  const confirm = useConfirm();
  const run = useAction();
  const remove = async () => {
    const confirmed = await confirm({
      title: t('Remove this administrator?'),
      text: [userRemovalExplained(user.username, displayName), user.you && t('This is you.')]
        .filter(Boolean)
        .join(' '),
      action: t('Remove'),
    });
    if (confirmed)
      await run(
        () => withReauthentication(() => accountCalls.removeUser({ id: user.id })),
        userRemoved(user.username),
      );
  };
  return (
    <tr className="as-card">
      <th scope="row" data-label={t('UserName')}>
        <span>
          {user.username} {displayName && <bdi className="soft">{displayName}</bdi>}{' '}
          {user.you && <span className="chip good">{t('You')}</span>}
        </span>
      </th>
      <td data-label={t('Added')}>
        <FormattedDate date={user.date_added} />
      </td>
      <td data-label={t('Action')}>
        {changing ? (
          <PasswordForm user={user} onDone={() => setChanging(false)} />
        ) : (
          <span className="actions">
            <Link className="button quiet" to={profileUrl(user.id)}>
              {t('Edit profile')}
            </Link>
            <button type="button" className="quiet" onClick={() => setChanging(true)}>
              {t('Change password')}
            </button>
            <button
              type="button"
              className="quiet danger"
              disabled={isLast}
              title={isLast ? t('The last administrator cannot be removed.') : undefined}
              onClick={() => void remove()}
            >
              {t('Remove')}
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

function AddUser() {
  const empty = { username: '' };
  const { values, change, latest, saved, begin } = useFormDraft('user', empty, {
    name: ({ username }) => t('a new administrator "{username}"', { username }),
    path: `${urls.admin}/users`,
  });
  const [password, setPassword] = useState('');
  const withReauthentication = useReauthentication();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const add = async () => {
    const { sequence } = latest();
    const { username } = await withReauthentication(() =>
      accountCalls.addUser({ username: values.username.trim(), password }),
    );
    if (saved(sequence, empty)) begin(empty);
    setPassword('');
    notify(userAdded(username));
    await revalidate();
  };
  return (
    <Form className="boxed" submitLabel={t('Add')} onSubmit={add}>
      <h2>{t('Add an administrator')}</h2>
      <TextField
        label={t('UserName')}
        autoComplete="off"
        autoCapitalize="none"
        value={values.username}
        onChange={(username) => change({ username })}
      />
      <PasswordField label={t('Password')} value={password} onChange={setPassword} />
    </Form>
  );
}
