import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Link, Outlet, redirectDocument, useLocation } from 'react-router';
import { FindPostsContext } from '../content/editor/find-posts-context.ts';
import { accountCalls } from '../core/accounts/admin/calls.ts';
import { openDrafts } from '../core/accounts/admin/open-drafts.ts';
import { ReauthenticationProvider } from '../core/accounts/admin/security/reauthenticate.tsx';
import { useSessionWatch } from '../core/accounts/admin/session-watch.ts';
import { SignedOutBanner, useSignedOut } from '../core/accounts/admin/signed-out.tsx';
import {
  refreshWaitingComments,
  WaitingComments,
  WaitingCount,
} from '../core/comments/admin/waiting-comments.tsx';
import { UploadsRunning } from '../core/images/admin/uploads-running.tsx';
import { AdminFrame, closeNavigation } from '../core/site/admin/frame/admin-frame.tsx';
import { useSite } from '../core/site/pages/site-context.ts';
import { findPosts } from '../core/writing/admin/find-posts.ts';
import { postDrafts } from '../core/writing/admin/post-draft.ts';
import { ConfirmProvider, useConfirm } from '../platform/admin/controls/confirm.tsx';
import { usePreservedFocus } from '../platform/admin/controls/preserved-focus.ts';
import { guarded } from '../platform/admin/data/guarded.ts';
import { goHome } from '../platform/admin/drafts/ask-before-leaving.ts';
import type { SendFailure } from '../platform/admin/drafts/draft-status.ts';
import { sendDraftsNow, useDraftSender } from '../platform/admin/drafts/sender.ts';
import {
  currentUser,
  deleteAllUnsaved,
  unsavedDrafts,
  useSignOutElsewhere,
} from '../platform/admin/drafts/unsaved.ts';
import { UnsavedList } from '../platform/admin/drafts/unsaved-list.tsx';
import { isWritingScreen } from '../platform/admin/frame/navigation.ts';
import { NoticesProvider, useNotices } from '../platform/admin/frame/notices.tsx';
import { urls } from '../platform/http/urls.ts';
import { adminModules } from './admin.ts';
import '../platform/admin/frame/frame.css';
import '../platform/admin/admin.css';
import '../platform/admin/controls/dialogs.css';
import '../platform/admin/controls/lists.css';
import '../core/writing/admin/posts/posts.css';
import '../core/writing/admin/posts/post-more.css';
import '../platform/admin/screens.css';

/** Checks the session before any screen is shown. */
export const loader = guarded(async () => {
  if (!(await accountCalls.isSignedIn())) return redirectDocument(urls.home);
  await openDrafts();
  // Not awaited: the screen does not need it. Loaders run again after each change that a screen makes.
  void refreshWaitingComments();
  return null;
});

type Provider = ComponentType<{ children: ReactNode }>;

/** `providers` are of features. */
export function Component({ providers }: { providers: readonly Provider[] }) {
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
  useDraftSender(postDrafts, onRefused);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(closeNavigation, [pathname]);
  const site = useSite();
  const root = useRef<HTMLDivElement>(null);
  usePreservedFocus(root);
  const frame: ReactNode = (
    <AdminFrame
      ref={root}
      site={site}
      modules={adminModules}
      pathname={pathname}
      Anchor={Link}
      waiting={<WaitingComments Anchor={Link} />}
      waitingCount={<WaitingCount />}
      account={<Account />}
    >
      <div className="screen" key={pathname.replace(/\/\d+$/, '')}>
        {reason && <SignedOutBanner reason={reason} onSignedIn={onSignedIn} />}
        <UploadsRunning />
        {!isWritingScreen(pathname) && <UnsavedList />}
        <FindPostsContext value={findPosts}>
          <Outlet />
        </FindPostsContext>
      </div>
    </AdminFrame>
  );
  return (
    <NoticesProvider onSignedOut={onEnd} onOtherUser={onOtherUser}>
      <ConfirmProvider>
        <ReauthenticationProvider>
          {providers.reduce((children, Provider) => createElement(Provider, null, children), frame)}
        </ReauthenticationProvider>
      </ConfirmProvider>
    </NoticesProvider>
  );
}

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
    await accountCalls.signOut();
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
