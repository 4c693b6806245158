import { useCallback, useEffect, useRef } from 'react';
import { Link, Outlet, redirectDocument, useLocation } from 'react-router';
import { urls } from '../../../contract/urls.ts';
import type { DraftHead } from '../../../contract/writing.ts';
import './frame.css';
import '../admin.css';
import '../controls/dialogs.css';
import '../controls/lists.css';
import '../posts/posts.css';
import '../screens.css';
import { useSite } from '../../site/site-context.ts';
import { ConfirmProvider, useConfirm } from '../controls/confirm.tsx';
import { usePreservedFocus } from '../controls/preserved-focus.ts';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import type { SendFailure } from '../drafts/draft-status.ts';
import { sendDraftsNow, useDraftSender } from '../drafts/sender.ts';
import {
  currentUser,
  deleteAllUnsaved,
  openUnsaved,
  unsavedDrafts,
  useSignOutElsewhere,
} from '../drafts/unsaved.ts';
import { UnsavedList } from '../drafts/unsaved-list.tsx';
import { UploadsRunning } from '../images/uploads-running.tsx';
import { SharesProvider } from '../posts/ask-about-shares.tsx';
import { ReauthenticationProvider } from '../security/reauthenticate.tsx';
import { goHome } from '../writing/ask-before-leaving.ts';
import { pathOf, toServer } from '../writing/post-draft.ts';
import { nameOf } from '../writing/post-saving.ts';
import { AdminFrame, closeNavigation } from './admin-frame.tsx';
import { NoticesProvider, useNotices } from './notices.tsx';
import { useSessionWatch } from './session-watch.ts';
import { SignedOutBanner, useSignedOut } from './signed-out.tsx';
import { refreshWaitingComments, WaitingComments, WaitingCount } from './waiting-comments.tsx';

/** Checks the session before any screen is shown. */
export const loader = guarded(async () => {
  if (!(await adminApi.signedIn())) return redirectDocument(urls.home);
  await openUnsaved();
  // Not awaited: the screen does not need it. Loaders run again after each change that a screen makes.
  void refreshWaitingComments();
  return null;
});

export function Component() {
  const { reason, onEnd, onOtherUser, onSignedIn } = useSignedOut();
  useSessionWatch(reason === null, onEnd, refreshWaitingComments);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(closeNavigation, [pathname]);
  const site = useSite();
  const root = useRef<HTMLDivElement>(null);
  usePreservedFocus(root);
  return (
    <NoticesProvider onSignedOut={onEnd} onOtherUser={onOtherUser}>
      <ConfirmProvider>
        <ReauthenticationProvider>
          <SharesProvider>
            <AdminFrame
              ref={root}
              site={site}
              pathname={pathname}
              Anchor={Link}
              waiting={<WaitingComments Anchor={Link} />}
              waitingCount={<WaitingCount />}
              account={<Account />}
            >
              <div className="screen" key={pathname.replace(/\/\d+$/, '')}>
                {reason && <SignedOutBanner reason={reason} onSignedIn={onSignedIn} />}
                <UploadsRunning />
                <UnsavedList describe={describe} />
                <Outlet />
              </div>
            </AdminFrame>
          </SharesProvider>
        </ReauthenticationProvider>
      </ConfirmProvider>
    </NoticesProvider>
  );
}

const describe = ({ post_id, ...head }: Pick<DraftHead, 'post_id' | 'kind' | 'post_title'>) => ({
  name: nameOf(head),
  path: pathOf({ id: post_id, kind: head.kind }),
});

/** Sends unsaved text to the server before logging out, because that deletes it from this browser. */
function Account() {
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
    <>
      <span className="user-name">{currentUser().username}</span>
      <button type="button" className="quiet" onClick={() => void signOut().catch(reportError)}>
        logout
      </button>
    </>
  );
}
