import { createHash } from 'node:crypto';
import { Problem } from '../../contract/errors.ts';
import type { Session } from '../../contract/owner.ts';
import type { Viewer } from '../../rules/viewer.ts';
import { inTransaction } from '../../store/transaction.ts';
import * as owner from '../../store/users.ts';
import { note } from '../activity.ts';
import type { Blog } from '../blog.ts';

const publicIdLength = 16;

/** Names a session without telling what it is stored under. */
const publicId = (sessionId: string): string =>
  createHash('sha256').update(`session ${sessionId}`).digest('base64url').slice(0, publicIdLength);

/** Where the viewer is signed in, the latest first. */
export async function sessionsOf(blog: Blog, viewer: Viewer): Promise<Session[]> {
  if (!viewer.admin) return [];
  const sessions = await owner.sessionsOf(blog.db, viewer.userId);
  return sessions.map(({ id, browser, date_added, last_seen }) => ({
    id: publicId(id),
    browser,
    date_added,
    last_seen,
    current: id === viewer.sessionId,
  }));
}

/** Signs the viewer out everywhere but here. */
export async function endOtherSessions(blog: Blog, viewer: Viewer): Promise<{ ended: number }> {
  if (!viewer.admin) return { ended: 0 };
  const { userId, sessionId } = viewer;
  return inTransaction(blog.db, async (tx) => {
    const ended = await owner.deleteOtherSessions(tx, userId, sessionId);
    if (ended > 0) await note(blog, tx, 'sign-out', `Signed out everywhere else (${ended})`);
    return { ended };
  });
}

/** Signs the viewer out at one of those places. */
export async function endSession(blog: Blog, viewer: Viewer, id: string): Promise<{ id: string }> {
  const sessions = viewer.admin ? await owner.sessionsOf(blog.db, viewer.userId) : [];
  const ended = sessions.find((session) => publicId(session.id) === id);
  if (!ended) throw new Problem('not_found', 'There is no such session.');
  await inTransaction(blog.db, async (tx) => {
    await owner.deleteSession(tx, ended.id);
    await note(blog, tx, 'sign-out', `Signed out another session (${ended.browser || 'Unknown browser'})`);
  });
  return { id };
}
