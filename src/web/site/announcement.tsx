import { dismissalCookie, dismissalKey } from '../../contract/dismissal.ts';
import type { Announcement } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { type Page, redirectTo } from './page.ts';

/**
 * Once dismissed, it stays away until its message changes. Pages are the same for every reader, so the style sheet that
 * each page load asks for anew hides what this browser has dismissed (http/title-font.ts): nothing flashes or jumps,
 * with or without JavaScript.
 */
export function AnnouncementBanner({ announcement, back }: { announcement: Announcement; back: string }) {
  const { title, message, active } = announcement;
  if (!active) return null;
  const key = dismissalKey(announcement);
  return (
    <aside className="announcement" aria-label="Announcement" data-key={key}>
      <p>
        {title && <strong>{title} </strong>}
        {message}
      </p>
      <form method="post" action={urls.announcement} data-dismiss>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="back" value={back} />
        <button type="submit" className="quiet">
          Dismiss
        </button>
      </form>
    </aside>
  );
}

/** Answers the form of the banner. */
export const announcementPage: Page = {
  path: urls.announcement,
  get: async () => redirectTo(urls.home),
  post: async (_, form) => {
    const back = String(form.get('back') ?? '');
    return {
      // A path of this site and nothing that a browser could take for another host.
      ...redirectTo(/^\/(?![/\\])/.test(back) ? back : urls.home, 303),
      headers: { 'set-cookie': dismissalCookie(String(form.get('key') ?? '')) },
    };
  },
};
