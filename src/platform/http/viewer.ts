import type { Actor } from '../blog.ts';
import { browserName } from './browsers.ts';
import type { Scope } from './scopes.ts';

/** Who makes a request: an administrator with a session or an access token, or a visitor. */
export type Viewer = { admin: false } | Administrator;

export type Administrator = {
  admin: true;
  userId: number;
  username: string;
  sessionId: string;
  /** That the administrator chose for the admin area; empty or absent: that of the site. */
  language?: string;
  /** When the administrator last entered the password or used a passkey. */
  authenticatedAt?: string | null;
  /** Set when the request has an access token instead of a session: it may do no more than its scopes say. */
  token?: { id: number; name: string; scopes: readonly Scope[] };
};

/** A session has every scope. */
export const hasScope = (viewer: Viewer, ...anyOf: readonly Scope[]): boolean =>
  viewer.admin && (!viewer.token || anyOf.some((scope) => viewer.token?.scopes.includes(scope)));

const recentMs = 15 * 60 * 1000;

/** Sign-in methods may only be changed within 15 minutes of authenticating, in case a session was left open or stolen. */
export function recentlyAuthenticated(viewer: Viewer, now: Date): boolean {
  if (!viewer.admin || !viewer.authenticatedAt) return false;
  return Math.abs(now.getTime() - Date.parse(viewer.authenticatedAt)) < recentMs;
}

export const visitor: Viewer = { admin: false };

export const maySee = (viewer: Viewer, post: { active: number }): boolean =>
  viewer.admin || post.active === 1;

/** For the activity log. */
export const actorOf = (viewer: Viewer, address: string, userAgent: string): Actor => ({
  username: viewer.admin ? viewer.username : null,
  address,
  browser:
    viewer.admin && viewer.token
      ? `Token "${viewer.token.name}"`
      : userAgent === ''
        ? ''
        : browserName(userAgent),
});
