import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Blog } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { type Scope, scopes } from '../../../platform/http/scopes.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { signInRequired } from '../../../platform/messages/owner.ts';
import type { AuthorizationQuery, authorization, authorizationRequest } from '../api.ts';
import * as store from '../tokens/store.ts';
import { createToken, hashOf, newSecret, revokeToken } from '../tokens/tokens.ts';
import { checkRedirect, clientOf } from './clients.ts';

const codeMs = 60_000;
const day = 24 * 60 * 60 * 1000;

/** Names that Micropub clients use for the same. */
const aliases: Record<string, readonly Scope[]> = {
  create: ['draft', 'publish'],
  update: ['draft', 'publish'],
  delete: ['publish'],
  undelete: ['publish'],
  post: ['draft', 'publish'],
};

/** What an app asks for, in our words. One that says nothing may ask for everything but publishing. */
function askedScopes(scope: string): Scope[] {
  const names = scope.split(' ').filter(Boolean);
  const asked = new Set(names.flatMap((name) => aliases[name] ?? [name as Scope]));
  const known = scopes.filter((one) => asked.has(one));
  return known.length > 0 || names.length > 0 ? known : scopes.filter((one) => one !== 'publish');
}

/** The granted scopes, also in the words of Micropub clients. */
const grantedScope = (granted: readonly Scope[]): string =>
  [
    ...granted,
    ...(granted.some((one) => one === 'draft' || one === 'publish') ? ['create', 'update'] : []),
    ...(granted.includes('publish') ? ['delete', 'undelete'] : []),
  ].join(' ');

/** What the owner is asked. */
export async function authorizationOf(
  blog: Blog,
  query: AuthorizationQuery,
): Promise<z.infer<typeof authorizationRequest>> {
  const client = await clientOf(blog, query.client_id);
  checkRedirect(client, query.redirect_uri);
  const { host, protocol } = new URL(query.redirect_uri);
  const redirect_host = host || protocol;
  return {
    client_name: client.name,
    client_url: client.url,
    redirect_host,
    scopes: askedScopes(query.scope),
  };
}

/** Where the browser goes after the owner has decided. Null for `scopes`: the owner refused. */
export async function decide(
  blog: Blog,
  viewer: Viewer,
  { request, scopes: granted, days }: z.infer<typeof authorization>,
): Promise<{ redirect: string }> {
  if (!viewer.admin) throw new Problem('no_auth', signInRequired);
  const { client_name } = await authorizationOf(blog, request);
  const answer = new URL(request.redirect_uri);
  if (request.state) answer.searchParams.set('state', request.state);
  answer.searchParams.set('iss', issuerOf(blog));
  if (granted === null) {
    answer.searchParams.set('error', 'access_denied');
    return { redirect: answer.href };
  }
  const code = newSecret();
  const now = blog.now().getTime();
  await store.insertCode(blog.db, {
    code_hash: hashOf(code),
    user_id: viewer.userId,
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    challenge: request.code_challenge,
    name: client_name.slice(0, 100),
    scopes: granted.join(' '),
    expires: new Date(now + codeMs).toISOString(),
    token_expires: days === null ? null : new Date(now + days * day).toISOString(),
  });
  answer.searchParams.set('code', code);
  return { redirect: answer.href };
}

/** The URL of the site is also that of its owner, as IndieAuth wants it. */
export const issuerOf = (blog: Blog): string => `${blog.siteUrl()}/`;

export class OAuthRefusal extends Error {
  readonly error: 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type';

  constructor(error: OAuthRefusal['error'], message: string) {
    super(message);
    this.error = error;
  }
}

const refused = () =>
  new OAuthRefusal(
    'invalid_grant',
    'The code is unknown, was used, has expired, or is not for this request.',
  );

/** Exchanges a code for a token; without `isToken` only for who the owner is. */
export async function redeem(blog: Blog, form: URLSearchParams, isToken: boolean) {
  if ((form.get('grant_type') ?? 'authorization_code') !== 'authorization_code')
    throw new OAuthRefusal('unsupported_grant_type', 'Send grant_type=authorization_code.');
  const code = hashOf(form.get('code') ?? '');
  const found = await store.codeByHash(blog.db, code);
  const isFor =
    found?.client_id === form.get('client_id') &&
    found?.redirect_uri === form.get('redirect_uri') &&
    isVerifier(form.get('code_verifier') ?? '', found?.challenge ?? '');
  if (!found || !isFor || found.expires <= blog.now().toISOString()) throw refused();
  const actor = { username: found.username, address: '', browser: found.name };
  const created = await inTransaction(blog.db, async (tx) => {
    if (!(await store.useCode(tx, code))) return null;
    if (!isToken) return { token: '' };
    return createToken(
      { ...blog, actor },
      tx,
      { userId: found.user_id, username: found.username },
      {
        name: found.name,
        scopes: found.scopes.split(' ') as Scope[],
        expires: found.token_expires,
        client_id: found.client_id,
        code_hash: code,
      },
    );
  });
  if (created === null) {
    // A code that is used twice may have been stolen, so the token that it gave is revoked.
    const given = await store.tokenOfCode(blog.db, code);
    if (given) await revokeToken({ ...blog, actor }, given.id);
    throw refused();
  }
  const me = issuerOf(blog);
  if (!isToken) return { me };
  const seconds =
    found.token_expires && Math.floor((Date.parse(found.token_expires) - blog.now().getTime()) / 1000);
  return {
    access_token: created.token,
    token_type: 'Bearer',
    scope: grantedScope(found.scopes.split(' ') as Scope[]),
    me,
    ...(seconds && { expires_in: seconds }),
  };
}

function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const digest = createHash('sha256').update(verifier).digest('base64url');
  return digest.length === challenge.length && timingSafeEqual(Buffer.from(digest), Buffer.from(challenge));
}
