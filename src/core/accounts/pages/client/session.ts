import { urls } from '../../../../platform/http/urls.ts';

/** Cached pages are the same for every visitor; the link to the admin area appears once the server confirms the session. */
export function checkSession(): void {
  // No server answers in a static copy of the site.
  if (document.documentElement.dataset.copy) return;
  void check();
  // A page from the back/forward cache may predate a sign-in or sign-out.
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}

async function check(): Promise<void> {
  try {
    const response = await fetch(`${urls.api}/api/admin/auth`, { priority: 'low' });
    const { status } = (await response.json()) as { status: string };
    // Links for the owner, on this page and on those that replace it, follow from this attribute.
    document.documentElement.toggleAttribute('data-signed-in', status === 'auth');
    const link = document.querySelector<HTMLAnchorElement>('.session-link');
    if (!link) return;
    const signedIn = status === 'auth';
    link.textContent = (signedIn ? link.dataset.admin : link.dataset.login) ?? '';
    link.href = signedIn ? urls.admin : urls.login;
  } catch (error) {
    console.error(error);
  }
}
