/** Who asks. An administrator has a session; everybody else is a visitor. */
export type Viewer = { admin: false } | { admin: true; userId: number; username: string; sessionId: string };

export const visitor: Viewer = { admin: false };

export const maySee = (viewer: Viewer, post: { active: number }): boolean =>
  viewer.admin || post.active === 1;
