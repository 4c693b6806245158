import { createHash } from 'node:crypto';
import type { Blog } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { shownBrowser } from '../../../platform/http/browsers.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { message } from '../../../platform/messages/translate.ts';
import { recordActivity } from '../../site/activity.ts';
import type { Session } from '../api/owner.ts';
import { noSuchSession } from '../messages.ts';
import * as users from '../store/users.ts';

const publicIdLength = 16;

/** Identifies a session without revealing its key. */
const publicId = (sessionId: string): string =>
  createHash('sha256').update(`session ${sessionId}`).digest('base64url').slice(0, publicIdLength);

/** Newest first. */
export async function sessionsOf(blog: Blog, viewer: Viewer): Promise<Session[]> {
  if (!viewer.admin) return [];
  const sessions = await users.sessionsOf(blog.db, viewer.userId);
  return sessions.map(({ id, browser, date_added, last_seen }) => ({
    id: publicId(id),
    browser: shownBrowser(browser),
    date_added,
    last_seen,
    current: id === viewer.sessionId,
  }));
}

export async function endOtherSessions(blog: Blog, viewer: Viewer): Promise<{ ended: number }> {
  if (!viewer.admin) return { ended: 0 };
  const { userId, sessionId } = viewer;
  return inTransaction(blog.db, async (tx) => {
    const ended = await users.deleteOtherSessions(tx, userId, sessionId);
    if (ended > 0)
      await recordActivity(
        blog,
        tx,
        'sign-out',
        message('Signed out everywhere else ({count})', { count: ended }),
      );
    return { ended };
  });
}

export async function endSession(blog: Blog, viewer: Viewer, id: string): Promise<{ id: string }> {
  const sessions = viewer.admin ? await users.sessionsOf(blog.db, viewer.userId) : [];
  const ended = sessions.find((session) => publicId(session.id) === id);
  if (!ended) throw new Problem('not_found', noSuchSession);
  await inTransaction(blog.db, async (tx) => {
    await users.deleteSession(tx, ended.id);
    await recordActivity(
      blog,
      tx,
      'sign-out',
      message('Signed out another session ({browser})', {
        browser: ended.browser || message('Unknown browser'),
      }),
    );
  });
  return { id };
}
