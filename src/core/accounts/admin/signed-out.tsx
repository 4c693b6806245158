import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { pauseDraftSender, retryNow } from '../../../platform/admin/drafts/sender.ts';
import { currentUser } from '../../../platform/admin/drafts/unsaved.ts';
import { sharedTexts } from '../../../platform/admin/language.ts';
import { t } from '../../../platform/messages/translate.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { signedInAsOther, signedOutElsewhere, signedOutHere, signInToContinue } from '../messages.ts';
import { LoginForm } from '../pages/islands/login-form.tsx';
import { useSignInMessages } from '../pages/sign-in-messages.ts';
import { accountCalls } from './calls.ts';
import type { Reason } from './use-signed-out.ts';

/** Says that the session has ended, and signs in again in place. Drafts are not sent until then. */
export function SignedOutBanner({ reason, onSignedIn }: { reason: Reason; onSignedIn: () => void }) {
  const messages = useSignInMessages();
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { site_url } = useSite();
  const { username, id } = currentUser();
  useSenderPaused();
  useTypingPause(useCallback(() => setIsOpen(true), []));

  const check = async () => {
    const you = (await accountCalls.users()).find((user) => user.you);
    if (you?.id === id) return onSignedIn();
    // The session was opened by this dialog, for this text alone.
    await accountCalls.signOut();
    setError(signedInAsOther(you?.username ?? '', username));
  };
  const explanation = reason === 'ended' ? signedOutHere : signedOutElsewhere;
  return (
    <>
      <p className="banner offer" role="status">
        <span>
          {explanation} {signInToContinue(username)}
        </span>
        <button type="button" onClick={() => setIsOpen(true)}>
          {t('Sign in')}
        </button>
      </p>
      {isOpen && (
        <Dialog title={t('Sign in again')} onClose={() => setIsOpen(false)}>
          <p>
            {explanation} {signInToContinue(username)}
          </p>
          <ErrorMessage>{error}</ErrorMessage>
          <div className="login-again">
            <LoginForm
              key={error}
              siteUrl={site_url}
              messages={messages}
              username={username}
              onEntered={() => void check().catch(() => setError(sharedTexts().serverError))}
              cancel={
                <button type="button" onClick={() => setIsOpen(false)}>
                  {t('Not now')}
                </button>
              }
            />
          </div>
        </Dialog>
      )}
    </>
  );
}

const ErrorMessage = ({ children }: { children: ReactNode }) => (
  <p className="error" role="alert">
    {children}
  </p>
);

function useSenderPaused(): void {
  useEffect(() => {
    const paused = pauseDraftSender();
    return () => {
      void paused.then((resume) => {
        resume();
        retryNow();
      });
    };
  }, []);
}

const pauseMs = 1_000;

/** Calls back once, when no key was pressed for a moment: a dialog that opens meanwhile would take what is being typed. */
function useTypingPause(onPause: () => void): void {
  useEffect(() => {
    const listening = new AbortController();
    const pause = () => {
      listening.abort();
      onPause();
    };
    let timer = setTimeout(pause, pauseMs);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(pause, pauseMs);
    };
    addEventListener('keydown', wait, { capture: true, signal: listening.signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [onPause]);
}
