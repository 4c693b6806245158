import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../process/keyed-hash.ts';
import { isSessionToken } from './session-tokens.ts';

/**
 * Six cookies, all but XSRF-TOKEN HttpOnly: the session; an anonymous id for visitors without a session; XSRF-TOKEN, which
 * scripts send back as a header and which is bound to one of those two; the id of a browser that has signed in before,
 * which gives no access but has its own rate limit for signing in; and the id of a browser that has sent a comment, so that the
 * owner can trust or block the person. The sixth is proof of a comment at one post, whose page is then made for this reader.
 */
export type Cookies = {
  /** Issued by this site; `RequestContext.viewer` says whether the session still exists. */
  session: string | undefined;
  anonymous: string | undefined;
  knownBrowser?: string | undefined;
  commenter?: string | undefined;
  commented?: string | undefined;
  /** The page that sends the request can have no cookies of this server. */
  areIgnored?: boolean;
};

export const ignoredCookies: Cookies = { session: undefined, anonymous: undefined, areIgnored: true };

type SignedKind = 'visitor' | 'known browser' | 'commenter';

/** Other values were not issued by this site and are ignored. */
const validValue = /^[\w-]{24,64}$/;
const sessionSeconds = 30 * 24 * 60 * 60;
const knownBrowserSeconds = 180 * 24 * 60 * 60;
const commenterSeconds = 365 * 24 * 60 * 60;
const commentedSeconds = 14 * 24 * 60 * 60;

/** Its path is that of a post, so it cannot have the prefix of the others. */
export const commentedCookie = 'commented';

const idBytes = 18;
let randomPool = Buffer.alloc(0);

/** Taken from a pool, because asking for random bytes costs much more than the bytes. */
function randomId(): string {
  if (randomPool.length < idBytes) randomPool = randomBytes(64 * idBytes);
  const id = randomPool.toString('hex', 0, idBytes);
  randomPool = randomPool.subarray(idBytes);
  return id;
}

export function cookieJar(csrfKey: Buffer, secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const names = {
    session: `${prefix}session`,
    anonymous: `${prefix}visitor`,
    knownBrowser: `${prefix}known-browser`,
    commenter: `${prefix}commenter`,
  };
  const set = (name: string, value: string, age: number, secret: boolean) =>
    `${name}=${value}; ${attributes}; Max-Age=${age}${secret ? '; HttpOnly' : ''}`;
  const tokenFor = (binding: string) => keyedHash(csrfKey, binding);
  const sign = (kind: SignedKind, payload: string) => tokenFor(`${kind} since ${payload}`).slice(0, 16);

  /** A random id and its creation time, signed for one kind of cookie. */
  const newSigned = (kind: SignedKind, now: number): string => {
    const payload = `${randomId()}-${now.toString(36)}`;
    return `${payload}-${sign(kind, payload)}`;
  };
  const verified = (kind: SignedKind, value: string): { id: string; since: number } | undefined => {
    const [, payload = '', id = '', time = '', signature = ''] =
      /^(([0-9a-f]{36})-([0-9a-z]{8,9}))-([\w-]{16})$/.exec(value) ?? [];
    return payload && sameText(signature, sign(kind, payload))
      ? { id, since: Number.parseInt(time, 36) }
      : undefined;
  };

  return {
    sessionName: names.session,

    /** When the visitor's cookie was issued, in milliseconds: null without a cookie, undefined if it has no valid date. */
    since({ anonymous, areIgnored }: Cookies): number | null | undefined {
      if (areIgnored) return undefined;
      return anonymous === undefined ? null : verified('visitor', anonymous)?.since;
    },

    /** Set at a successful sign-in, and kept at a sign-out. */
    rememberBrowser: (now: Date): string =>
      set(names.knownBrowser, newSigned('known browser', now.getTime()), knownBrowserSeconds, true),

    /** The id of a browser that signed in before. */
    knownBrowser({ knownBrowser }: Cookies, now: Date): string | null {
      const known = knownBrowser === undefined ? undefined : verified('known browser', knownBrowser);
      const age = now.getTime() - (known?.since ?? 0);
      return known && age <= knownBrowserSeconds * 1000 ? known.id : null;
    },

    /** The id of a browser that has sent a comment before. */
    commenterId: ({ commenter }: Cookies): string | undefined =>
      commenter === undefined ? undefined : verified('commenter', commenter)?.id,

    /** The id of the browser that sends a comment, and the cookie that keeps it for a year. */
    commenter({ commenter }: Cookies, now: Date): { id: string; lines: string[] } {
      const isValid = commenter !== undefined && verified('commenter', commenter) !== undefined;
      const value = isValid ? commenter : newSigned('commenter', now.getTime());
      const [id = ''] = value.split('-', 1);
      return { id, lines: [set(names.commenter, value, commenterSeconds, true)] };
    },

    /** For the page at this path alone; signed, because each load of it is rendered. */
    commentedAt: (path: string): string =>
      `${commentedCookie}=${tokenFor(`commented at ${path}`)}; ${attributes.replace('Path=/', `Path=${path}`)}; Max-Age=${commentedSeconds}; HttpOnly`,

    hasCommentedAt: ({ commented }: Cookies, path: string): boolean =>
      commented !== undefined && sameText(commented, tokenFor(`commented at ${path}`)),

    read(header: string | undefined): Cookies {
      if (header === undefined) return { session: undefined, anonymous: undefined };
      const all = new Map(
        header.split(';').map((part) => {
          const [name = '', value = ''] = part.split('=', 2);
          return [name.trim(), value.trim()];
        }),
      );
      const own = (name: string) => {
        const value = all.get(name);
        return value !== undefined && validValue.test(value) ? value : undefined;
      };
      const session = own(names.session);
      return {
        // An invented one is ignored like none, so that it cannot make a request expensive.
        session: session !== undefined && isSessionToken(csrfKey, session) ? session : undefined,
        anonymous: own(names.anonymous),
        knownBrowser: own(names.knownBrowser),
        commenter: own(names.commenter),
        commented: own(commentedCookie),
      };
    },

    signedIn: (token: string): string[] => [
      set(names.session, token, sessionSeconds, true),
      set('XSRF-TOKEN', tokenFor(token), sessionSeconds, false),
    ],

    /** For visitors without a session; deletes the cookie of an expired one. */
    anonymous(cookies: Cookies): string[] {
      const id = cookies.anonymous ?? newSigned('visitor', Date.now());
      return [
        ...(cookies.session === undefined ? [] : [set(names.session, '', 0, true)]),
        set(names.anonymous, id, sessionSeconds, true),
        set('XSRF-TOKEN', tokenFor(id), sessionSeconds, false),
      ];
    },

    /** Replaces the anonymous cookie before a second sign-in step, so that one planted by an attacker is useless. */
    renewed(cookies: Cookies): { cookie: string; lines: string[] } {
      const cookie = randomBytes(18).toString('base64url');
      return { cookie, lines: this.anonymous({ ...cookies, anonymous: cookie }) };
    },

    /** Whether the CSRF token belongs to the session, or to the anonymous cookie when there is no session. */
    isValidToken(cookies: Cookies, hasSession: boolean, token: string | undefined): boolean {
      const binding = hasSession ? cookies.session : cookies.anonymous;
      if (!binding || !token) return false;
      return sameText(token, tokenFor(binding));
    },
  };
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export type CookieJar = ReturnType<typeof cookieJar>;
