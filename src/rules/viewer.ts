/** Who asks. An administrator has a session; everybody else is a visitor. */
export type Viewer = { admin: false } | Administrator;

export type Administrator = {
  admin: true;
  userId: number;
  username: string;
  sessionId: string;
  /** When the person last proved who they are, with a password or a passkey. */
  confirmed?: string | null;
};

const confirmedMs = 15 * 60 * 1000;

/** Whether it is certain that the person is still the one who signed in: ways in are changed by nobody else. */
export function recentlyAuthenticated(viewer: Viewer, now: Date): boolean {
  if (!viewer.admin || !viewer.confirmed) return false;
  return Math.abs(now.getTime() - Date.parse(viewer.confirmed)) < confirmedMs;
}

export const visitor: Viewer = { admin: false };

export const maySee = (viewer: Viewer, post: { active: number }): boolean =>
  viewer.admin || post.active === 1;
