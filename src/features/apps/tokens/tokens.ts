import { createHash, randomBytes } from 'node:crypto';
import { recordActivity, titled } from '../../../core/site/activity.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { isDiskFull, isReadOnly } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { countRequest } from '../../../platform/http/limits/request-limits.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Scope } from '../../../platform/http/scopes.ts';
import type { Administrator, Viewer } from '../../../platform/http/viewer.ts';
import {
  accessTokenInvalid,
  accessTokenRateLimited,
  signInRequired,
} from '../../../platform/messages/owner.ts';
import { message } from '../../../platform/messages/translate.ts';
import type { AccessToken } from '../api.ts';
import * as store from './store.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** A secret of 256 random bits needs no slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The prefix lets programs that look for leaked secrets find it. */
const prefix = 'nt_';

type NewToken = {
  name: string;
  scopes: readonly Scope[];
  expires: string | null;
  client_id?: string;
  code_hash?: string;
};

type Row = Awaited<ReturnType<typeof store.allTokens>>[number];
const scopesOf = ({ scopes }: Pick<Row, 'scopes'>): Scope[] => scopes.split(' ') as Scope[];
/** Names each field, so that no hash is sent. */
const present = (row: Omit<Row, 'user_id'>): AccessToken => {
  const { id, name, username, client_id, date_added, expires, last_used } = row;
  return { id, name, username, scopes: scopesOf(row), client_id, date_added, expires, last_used };
};

export const tokensOf = async ({ db }: Blog): Promise<AccessToken[]> =>
  (await store.allTokens(db)).map(present);

export async function createToken(
  blog: Blog,
  tx: Db,
  user: { userId: number; username: string },
  { name, scopes, expires, client_id, code_hash }: NewToken,
): Promise<AccessToken & { token: string }> {
  const token = prefix + newSecret();
  const row = {
    user_id: user.userId,
    name: name.trim(),
    scopes: scopes.join(' '),
    expires,
    client_id: client_id ?? null,
    code_hash: code_hash ?? null,
    token_hash: hashOf(token),
    date_added: nowIso(blog),
  };
  const { id } = await store.insertToken(tx, row);
  await recordActivity(
    blog,
    tx,
    'security',
    message('Created the access token "{name}" ({scopes})', {
      name: titled(row.name),
      scopes: scopes.join(', '),
    }),
  );
  return { ...present({ ...row, id, username: user.username, last_used: null }), token };
}

export function createOwnToken(blog: Blog, viewer: Viewer, token: NewToken) {
  if (!viewer.admin) throw new Problem('no_auth', signInRequired);
  return inTransaction(blog.db, (tx) => createToken(blog, tx, viewer, token));
}

export async function revokeToken(blog: Blog, id: number): Promise<{ id: number }> {
  await inTransaction(blog.db, async (tx) => {
    const revoked = await store.deleteToken(tx, id);
    if (!revoked) throw new Problem('not_found', accessTokenInvalid);
    await recordActivity(
      blog,
      tx,
      'security',
      message('Revoked the access token "{name}"', { name: titled(revoked.name) }),
    );
  });
  return { id };
}

/** A token cannot be guessed, so a limit for the whole site only ends the attempts; right ones work all the time. */
const wrongTokens = { max: 60, seconds: 60 };
/** How exact the last use of a token is known. */
const touchedMs = 5 * minute;

/** Whom a token stands for. */
export async function administratorOf(blog: Blog, token: string): Promise<Administrator> {
  const row = await store.tokenByHash(blog.db, hashOf(token));
  const now = nowIso(blog);
  if (!row || (row.expires !== null && row.expires <= now)) {
    const retryAfter = await countRequest(blog, 'access-token', wrongTokens, 'site');
    if (retryAfter === null) throw new Problem('no_auth', accessTokenInvalid);
    throw new Problem('too_many', accessTokenRateLimited, { retryAfter });
  }
  const isStale = row.last_used === null || Math.abs(Date.parse(now) - Date.parse(row.last_used)) > touchedMs;
  if (isStale)
    await store.touchToken(blog.db, row.id, now).catch((error) => {
      if (!isDiskFull(error) && !isReadOnly(error)) throw error;
    });
  const { id, name, user_id: userId, username } = row;
  return { admin: true, userId, username, sessionId: '', token: { id, name, scopes: scopesOf(row) } };
}

/** Expired tokens stay a while, so that the owner sees why an app stopped working. */
export const deleteExpired = (blog: Blog): Promise<void> => {
  const ago = (ms: number) => new Date(blog.now().getTime() - ms).toISOString();
  return store.deleteExpired(blog.db, ago(30 * day), ago(day));
};
