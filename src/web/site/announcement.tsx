import { dismissalCookie, dismissalKey } from '../../contract/dismissal.ts';
import type { Announcement } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { useMessages } from '../messages.ts';
import { type Page, redirectTo } from './page.ts';

/**
 * Once dismissed, the banner stays hidden until its message changes. Cached pages are the same for every reader, so the
 * uncached style sheet of each page load hides a dismissed banner (http/pages/theme.ts): nothing flashes or shifts, with
 * or without JavaScript.
 */
export function AnnouncementBanner({ announcement, back }: { announcement: Announcement; back: string }) {
  const messages = useMessages();
  const { title, message, active } = announcement;
  if (!active) return null;
  const key = dismissalKey(announcement);
  return (
    <aside className="announcement" aria-label={messages.announcement} data-key={key}>
      <p>
        {title && <strong>{title} </strong>}
        {message}
      </p>
      <form method="post" action={urls.announcement} data-dismiss>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="back" value={back} />
        <button type="submit" className="quiet">
          {messages.dismiss}
        </button>
      </form>
    </aside>
  );
}

export const announcementPage: Page = {
  path: urls.announcement,
  get: async () => redirectTo(urls.home),
  post: async (_, form) => {
    const back = String(form.get('back') ?? '');
    return {
      // Only a path of this site: //host and /\host would redirect to another host.
      ...redirectTo(/^\/(?![/\\])/.test(back) ? back : urls.home, 303),
      headers: { 'set-cookie': dismissalCookie(String(form.get('key') ?? '')) },
    };
  },
};
