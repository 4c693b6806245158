import { urls } from './urls.ts';

/** The login page that leads to a screen of the admin area. */
export const loginBefore = (screen: string): string =>
  `${urls.login}?${new URLSearchParams({ next: screen })}`;

/** Where signing in leads: to the screen that the URL of the login page names, and never to another site. */
export function screenAfterLogin({ origin, searchParams }: URL): string {
  const next = URL.parse(searchParams.get('next') ?? '', origin);
  const isScreen = next?.origin === origin && next.pathname.startsWith(`${urls.admin}/`);
  return isScreen ? next.pathname + next.search : urls.admin;
}
