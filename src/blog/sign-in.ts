import { createHash, randomBytes } from 'node:crypto';
import { browserName } from '../rules/browsers.ts';
import { type Viewer, visitor } from '../rules/viewer.ts';
import * as attempts from '../store/attempts.ts';
import * as owner from '../store/owner.ts';
import { deletePreviewsBefore } from '../store/previews.ts';
import { inTransaction } from '../store/transaction.ts';
import { note, quoted, tidyActivity } from './activity.ts';
import { type Blog, nowIso } from './blog.ts';
import { nobodysPassword, passwordMatches } from './passwords.ts';
import { countTry, forgetTries, noteFailure, slowDownGuessing } from './tries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const idleDays = 30;

const ago = (blog: Blog, ms: number): string => new Date(blog.now().getTime() - ms).toISOString();

/** The token goes to the browser; the database knows only its hash. */
const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Signs in and returns the new session's token, or null when name or password is wrong. */
export async function signIn(
  blog: Blog,
  input: { username: string; password: string; address: string; userAgent: string },
): Promise<string | null> {
  await countTry(blog, input.address);
  await slowDownGuessing(blog, input.username);

  const user = await owner.userByName(blog.db, input.username);
  const right = await passwordMatches(input.password, user?.password_hash ?? nobodysPassword);
  if (!user || !right) {
    await noteFailure(blog, input.username, user ? `as ${quoted(user.username)}` : 'under an unknown name');
    return null;
  }
  await forgetTries(blog, input.address);
  return startSession(blog, user, input.userAgent, 'Signed in with the password');
}

/** Begins a session and returns its token. */
export async function startSession(
  blog: Blog,
  user: { id: number; username: string },
  userAgent: string,
  what: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = nowIso(blog);
  await inTransaction(blog.db, async (tx) => {
    await owner.insertSession(tx, {
      id: sessionIdOf(token),
      user_id: user.id,
      date_added: now,
      last_seen: now,
      browser: browserName(userAgent),
    });
    if (what) await note(actingAs(blog, user.username), tx, 'sign-in', what);
  });
  return token;
}

/** The blog at work for somebody who just proved who they are. */
const actingAs = (blog: Blog, username: string): Blog => ({
  ...blog,
  actor: blog.actor && { ...blog.actor, username },
});

/** Who holds this token. A session in use is kept alive, with one write an hour at most. */
export async function viewerOf(blog: Blog, token: string | undefined): Promise<Viewer> {
  if (!token) return visitor;
  const session = await owner.sessionById(blog.db, sessionIdOf(token));
  if (!session || session.last_seen < ago(blog, idleDays * day)) return visitor;
  if (session.last_seen < ago(blog, 60 * minute)) await owner.touchSession(blog.db, session.id, nowIso(blog));
  return { admin: true, userId: session.user_id, username: session.username, sessionId: session.id };
}

export async function signOut(blog: Blog, viewer: Viewer): Promise<void> {
  if (!viewer.admin) return;
  await inTransaction(blog.db, async (tx) => {
    await owner.deleteSession(tx, viewer.sessionId);
    await note(blog, tx, 'sign-out', 'Signed out');
  });
}

/** Forgets what no longer matters: sessions idle for too long, old attempts, previews that have ended. */
export async function tidyUp(blog: Blog): Promise<void> {
  await owner.deleteSessionsBefore(blog.db, ago(blog, idleDays * day));
  await attempts.forgetAttemptsBefore(blog.db, ago(blog, day));
  await deletePreviewsBefore(blog.db, nowIso(blog));
  await tidyActivity(blog);
}
