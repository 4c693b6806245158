import { textLinks } from '../../../content/document/text-links.ts';
import { urls } from '../../../platform/http/urls.ts';
import { useIsCopy } from '../../../platform/web/copy-context.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { type Page, redirectTo } from '../../../platform/web/page.ts';
import { dismissalCookie, dismissalKey } from '../api/dismissal.ts';
import type { Announcement } from '../api/site.ts';
import type { SiteApi } from './page-api.ts';

/**
 * A strip above the header, in the flow of the page. Once dismissed, it stays hidden until its message changes. Cached pages are the same for every reader, so the
 * uncached style sheet of each page load hides a dismissed banner (http/pages/theme.ts): nothing flashes or shifts, with
 * or without JavaScript.
 */
export function AnnouncementBanner({ announcement, back }: { announcement: Announcement; back: string }) {
  const messages = useMessages();
  const isCopy = useIsCopy();
  const { title, message, active } = announcement;
  if (!active) return null;
  const key = dismissalKey(announcement);
  return (
    <aside className="announcement" aria-label={messages.announcement} data-key={key}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus unfolds a text that is longer than its line */}
      <p dir="auto" tabIndex={0}>
        {title && <strong>{title} </strong>}
        {textLinks(message).map(({ text, href }, index) =>
          href === undefined ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity
            <a key={index} href={href}>
              {text}
            </a>
          ),
        )}
      </p>
      {!isCopy && (
        <form method="post" action={urls.announcement} data-dismiss>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="back" value={back} />
          <button type="submit" className="quiet">
            {messages.dismiss}
          </button>
        </form>
      )}
    </aside>
  );
}

export const announcementPage: Page<SiteApi> = {
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
