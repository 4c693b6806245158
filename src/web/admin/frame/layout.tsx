import { useCallback, useRef } from 'react';
import { NavLink, Outlet, redirectDocument, useLocation } from 'react-router';
import { urls } from '../../../contract/urls.ts';
import '../admin.css';
import '../controls/dialogs.css';
import '../controls/lists.css';
import '../posts/posts.css';
import '../screens.css';
import { ConfirmProvider, useConfirm } from '../controls/confirm.tsx';
import { usePreservedFocus } from '../controls/preserved-focus.ts';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import type { SendFailure } from '../drafts/draft-status.ts';
import { sendDraftsNow, useDraftSender } from '../drafts/sender.ts';
import { deleteAllUnsaved, openUnsaved, unsavedDrafts, useSignOutElsewhere } from '../drafts/unsaved.ts';
import { UnsavedList } from '../drafts/unsaved-list.tsx';
import { UploadsRunning } from '../images/uploads-running.tsx';
import { ReauthenticationProvider } from '../security/reauthenticate.tsx';
import { goHome } from '../writing/ask-before-leaving.ts';
import { pathOf, toServer } from '../writing/post-draft.ts';
import { nameOf } from '../writing/post-saving.ts';
import { NoticesProvider, useNotices } from './notices.tsx';
import { useSessionWatch } from './session-watch.ts';
import { SignedOutBanner, useSignedOut } from './signed-out.tsx';

/** Checks the session before any screen is shown. */
export const loader = guarded(async () => {
  if (!(await adminApi.signedIn())) return redirectDocument(urls.home);
  await openUnsaved();
  return null;
});

const links = [
  ['', 'All Posts'],
  ['detail', 'Detail'],
  ['comments', 'Comments'],
  ['image', 'Image'],
  ['users', 'Users'],
  ['categories', 'Categories'],
  ['settings', 'Settings'],
  ['security', 'Security'],
  ['activity', 'Activity'],
  ['bin', 'Bin'],
] as const;

export function Component() {
  const { reason, onEnd, onOtherUser, onSignedIn } = useSignedOut();
  useSessionWatch(reason === null, onEnd);
  useSignOutElsewhere(goHome);
  const onRefused = useCallback(
    (failure: SendFailure) => {
      if (failure === 'signed-out') onEnd();
      if (failure === 'other-user') onOtherUser();
    },
    [onEnd, onOtherUser],
  );
  useDraftSender(toServer, onRefused);
  const { pathname } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  usePreservedFocus(root);
  return (
    <NoticesProvider onSignedOut={onEnd} onOtherUser={onOtherUser}>
      <ConfirmProvider>
        <ReauthenticationProvider>
          <div className="admin" ref={root}>
            <nav className="side" aria-label="Admin">
              <ul>
                {links.map(([path, name]) => (
                  <li key={path}>
                    <NavLink to={path ? `${urls.admin}/${path}` : urls.admin} end={path === ''}>
                      {name}
                    </NavLink>
                  </li>
                ))}
              </ul>
              <SignOut />
            </nav>
            <div className="screen" key={pathname.replace(/\/\d+$/, '')}>
              {reason && <SignedOutBanner reason={reason} onSignedIn={onSignedIn} />}
              <UploadsRunning />
              <UnsavedList describe={describe} />
              <Outlet />
            </div>
          </div>
        </ReauthenticationProvider>
      </ConfirmProvider>
    </NoticesProvider>
  );
}

const describe = ({ post_id, post_title }: { post_id: number | null; post_title: string }) => ({
  name: nameOf({ post_title }),
  path: pathOf(post_id),
});

/** Sends unsaved text to the server first, because logging out deletes it from this browser. */
function SignOut() {
  const { reportError } = useNotices();
  const confirm = useConfirm();
  const signOut = async () => {
    await sendDraftsNow();
    const unsent = unsavedDrafts().map(({ name }) => name);
    const text = `${unsent.join(', ')}: these changes could not be sent to the server. Logging out deletes them from this browser, because others may use it after you.`;
    if (unsent.length > 0 && !(await confirm({ title: 'Log out without saving?', text, action: 'Log out' })))
      return;
    await adminApi.signOut();
    await deleteAllUnsaved();
    goHome();
  };
  return (
    <button type="button" onClick={() => void signOut().catch(reportError)}>
      logout
    </button>
  );
}
