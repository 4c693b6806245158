import { urls } from '../../../contract/urls.ts';

/** Pages are the same for every visitor; the link to the admin area appears once the server confirms the session. */
export function checkSession(): void {
  void check();
  // A page from the back/forward cache may be older than a sign-in or a sign-out.
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}

async function check(): Promise<void> {
  try {
    const answer = await fetch(`${urls.api}/api/admin/auth`, { priority: 'low' });
    const { status } = (await answer.json()) as { status: string };
    const link = document.querySelector<HTMLAnchorElement>('.session-link');
    if (!link) return;
    const signedIn = status === 'auth';
    link.textContent = signedIn ? 'admin' : 'login';
    link.href = signedIn ? urls.admin : urls.login;
  } catch (error) {
    console.error(error);
  }
}
