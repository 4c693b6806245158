import {
  createElement,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, Outlet, redirectDocument, useLocation } from 'react-router';
import { FindPostsContext } from '../content/editor/find-posts-context.ts';
import { accountCalls } from '../core/accounts/admin/calls.ts';
import { openDrafts } from '../core/accounts/admin/open-drafts.ts';
import { ReauthenticationProvider } from '../core/accounts/admin/security/reauthenticate.tsx';
import { useSessionWatch } from '../core/accounts/admin/session-watch.ts';
import { useSignedOut } from '../core/accounts/admin/use-signed-out.ts';
import {
  refreshWaitingComments,
  WaitingComments,
  WaitingCount,
} from '../core/comments/admin/waiting-comments.tsx';
import { UploadsRunning } from '../core/images/admin/uploads-running.tsx';
import { AdminFrame, followNavigation } from '../core/site/admin/frame/admin-frame.tsx';
import { refreshWorking, WorkingStatus } from '../core/site/admin/frame/working.tsx';
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
import { useFrameKeys } from '../platform/admin/find/use-frame-keys.ts';
import { currentLink, isWritingScreen, navigationOf } from '../platform/admin/frame/navigation.ts';
import { NoticesProvider, useNotices } from '../platform/admin/frame/notices.tsx';
import type { Command, Help } from '../platform/admin/module.ts';
import { urls } from '../platform/http/urls.ts';
import { t } from '../platform/messages/translate.ts';
import { adminModules } from './admin.ts';
import { frameProviders } from './admin-slots.ts';
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
  void refreshWorking();
  return null;
});

const refreshCounts = (): void => {
  void refreshWaitingComments();
  void refreshWorking();
};

export function AdminLayout() {
  const { reason, onEnd, onOtherUser, onSignedIn } = useSignedOut();
  useSessionWatch(reason === null, onEnd, refreshCounts);
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
  useEffect(followNavigation, [pathname]);
  const site = useSite();
  const root = useRef<HTMLDivElement>(null);
  usePreservedFocus(root);
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null);
  useFrameKeys(
    useCallback(() => setOpened('palette'), []),
    useCallback(() => setOpened('keys'), []),
  );
  const { Palette, SignedOutBanner } = useLater(opened === 'palette' || reason !== null);
  const [help, setHelp] = useState<Help | null>(null);
  const closeHelp = useCallback(() => setHelp(null), []);
  useHelpLinks(root, setHelp);
  const isSettings = navigationOf(adminModules, site).some(
    ({ name, links }) =>
      name === t('Settings') && links.some(({ path }) => path === currentLink(adminModules, pathname)?.path),
  );
  const frame: ReactNode = (
    <AdminFrame
      ref={root}
      site={site}
      modules={adminModules}
      pathname={pathname}
      Anchor={Link}
      onFind={() => setOpened('palette')}
      working={<WorkingStatus kinds={kinds} />}
      waiting={<WaitingComments Anchor={Link} />}
      waitingCount={<WaitingCount />}
      account={<Account />}
    >
      {isSettings && (
        <search className="settings-search">
          <Suspense>
            <SettingsSearch />
          </Suspense>
        </search>
      )}
      <div className="screen" key={pathname.replace(/\/\d+$/, '')}>
        {reason && SignedOutBanner && <SignedOutBanner reason={reason} onSignedIn={onSignedIn} />}
        <UploadsRunning />
        {!isWritingScreen(pathname) && <UnsavedList />}
        <FindPostsContext value={findPosts}>
          <Outlet />
        </FindPostsContext>
      </div>
      <Opened which={opened} Palette={Palette} onClose={() => setOpened(null)} />
      <Suspense>{help && HelpPanel && <HelpPanel key={help.url} {...help} onClose={closeHelp} />}</Suspense>
    </AdminFrame>
  );
  return (
    <NoticesProvider onSignedOut={onEnd} onOtherUser={onOtherUser}>
      <ConfirmProvider>
        <ReauthenticationProvider>
          {frameProviders.reduce((children, Provider) => createElement(Provider, null, children), frame)}
        </ReauthenticationProvider>
      </ConfirmProvider>
    </NoticesProvider>
  );
}

const kinds = adminModules.flatMap(({ work = [] }) => work);
const commands = adminModules.flatMap(({ commands = [] }) => commands);
const finders = adminModules.flatMap(({ find }) => find ?? []);

const SettingsSearch = lazy(async () => ({
  default: (await import('../platform/admin/find/settings-search.tsx')).SettingsSearch,
}));

async function loadLater() {
  const [{ Palette }, { SignedOutBanner }] = await Promise.all([
    import('../platform/admin/find/palette.tsx'),
    import('../core/accounts/admin/signed-out.tsx'),
  ]);
  return { Palette, SignedOutBanner };
}
type Later = Awaited<ReturnType<typeof loadLater>>;

/**
 * Loads what the first screen does without, once that is there: nothing may be missing when the session has ended, and who opens
 * the palette types at once. What could not be loaded is tried again when it is `needed`.
 */
function useLater(needed: boolean): Partial<Later> {
  const [later, setLater] = useState<Partial<Later>>({});
  const isMissing = !later.Palette;
  useEffect(() => {
    if (isMissing || needed) loadLater().then(setLater, () => {});
  }, [isMissing, needed]);
  return later;
}

const KeyboardHelp = lazy(async () => ({
  default: (await import('../platform/admin/find/keyboard-help.tsx')).KeyboardHelp,
}));

const { helpPanel } = adminModules.find((module) => module.helpPanel) ?? {};
const HelpPanel = helpPanel && lazy(helpPanel);

/** Links to the handbook that any screen may have open it beside the screen. */
function useHelpLinks(root: RefObject<HTMLElement | null>, onOpen: (help: Help) => void): void {
  useEffect(() => {
    if (!HelpPanel) return;
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-help]') : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const drawer = link.closest<HTMLElement>(':popover-open');
      drawer?.hidePopover();
      const button = drawer && document.querySelector<HTMLElement>(`[popovertarget="${drawer.id}"]`);
      onOpen({ url: link.getAttribute('href') ?? '', opener: button ?? link });
    };
    const element = root.current;
    element?.addEventListener('click', open);
    return () => element?.removeEventListener('click', open);
  }, [root, onOpen]);
}

type OpenedProps = {
  which: 'palette' | 'keys' | null;
  Palette: Later['Palette'] | undefined;
  onClose: () => void;
};

/** What the keys of the frame open. */
function Opened({ which, Palette, onClose }: OpenedProps) {
  const signOut = useSignOut();
  const own: Command[] = [
    ...commands.map(({ run, ...command }) => ({
      ...command,
      name: t(command.name),
      keywords: t(command.keywords ?? ''),
      ...(run && { run: () => run().then(refreshWorking) }),
    })),
    { name: t('Log out'), keywords: t('sign out'), run: signOut },
  ];
  return (
    <Suspense>
      {which === 'palette' && Palette && <Palette commands={own} finders={finders} onClose={onClose} />}
      {which === 'keys' && <KeyboardHelp onClose={onClose} />}
    </Suspense>
  );
}

/** Sends unsaved text to the server before logging out, because that deletes it from this browser. */
function useSignOut() {
  const confirm = useConfirm();
  return async () => {
    await sendDraftsNow();
    const unsent = unsavedDrafts().map(({ name }) => name);
    const text = t(
      '{unsent}: these changes could not be sent to the server. Logging out deletes them from this browser, because others may use it after you.',
      { unsent: unsent.join(', ') },
    );
    if (
      unsent.length > 0 &&
      !(await confirm({ title: t('Log out without saving?'), text, action: t('Log out') }))
    )
      return;
    await accountCalls.signOut();
    await deleteAllUnsaved();
    goHome();
  };
}

function Account() {
  const { reportError } = useNotices();
  const signOut = useSignOut();
  return (
    <>
      <span className="user-name">{currentUser().username}</span>
      <button type="button" className="quiet" onClick={() => void signOut().catch(reportError)}>
        {t('logout')}
      </button>
    </>
  );
}
