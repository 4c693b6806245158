import { useCallback, useState } from 'react';
import { goHome, hasUnsavedWriting } from '../../../platform/admin/drafts/ask-before-leaving.ts';

export type Reason = 'ended' | 'other user';

/**
 * What happens when the session has ended: usually the browser goes to the root. A writing screen with unsaved changes stays,
 * and the user can sign in again in place.
 */
export function useSignedOut() {
  const [reason, setReason] = useState<Reason | null>(null);
  const end = useCallback((why: Reason) => {
    if (hasUnsavedWriting()) setReason((before) => before ?? why);
    else goHome();
  }, []);
  return {
    reason,
    onEnd: useCallback(() => end('ended'), [end]),
    onOtherUser: useCallback(() => end('other user'), [end]),
    onSignedIn: useCallback(() => setReason(null), []),
  };
}
