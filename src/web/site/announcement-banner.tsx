import { useState } from 'react';
import type { Announcement } from '../../contract/site.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { keep, recall } from '../ui/storage.ts';

const storageKey = 'announcement';

/** Once dismissed, it stays away until its message changes. It fades in late, so who dismissed it never sees it. */
export function AnnouncementBanner({ announcement }: { announcement: Announcement }) {
  const { title, message, active } = announcement;
  const words = `${title}\n${message}`;
  const [dismissed, setDismissed] = useState(false);
  const hydrated = useHydrated();
  if (!active || dismissed || (hydrated && recall('local', storageKey) === words)) return null;

  const dismiss = () => {
    keep('local', storageKey, words);
    setDismissed(true);
  };
  return (
    <aside className="announcement" aria-label="Announcement">
      <p>
        {title && <strong>{title} </strong>}
        {message}
      </p>
      {hydrated && (
        <button type="button" className="quiet" onClick={dismiss}>
          Dismiss
        </button>
      )}
    </aside>
  );
}
