import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Four cookies: the session (secret), an anonymous one for people without a session (secret), XSRF-TOKEN, which scripts
 * of this site read and send back and which is bound to one of those two, and the mark of a browser that signed in
 * before (secret), which gives no access, but a reserved place among those who sign in.
 */
export type Cookies = {
  session: string | undefined;
  anonymous: string | undefined;
  knownBrowser?: string | undefined;
};

type Sealed = 'visitor' | 'known browser';

/** What this jar hands out; anything else was not made here and is nobody's. */
const ownForm = /^[\w-]{24,64}$/;
const idleSeconds = 30 * 24 * 60 * 60;
const knownBrowserSeconds = 180 * 24 * 60 * 60;

export function cookieJar(csrfKey: Buffer, secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const names = {
    session: `${prefix}session`,
    anonymous: `${prefix}visitor`,
    knownBrowser: `${prefix}known-browser`,
  };
  const set = (name: string, value: string, age: number, secret: boolean) =>
    `${name}=${value}; ${attributes}; Max-Age=${age}${secret ? '; HttpOnly' : ''}`;
  const tokenFor = (binding: string) => createHmac('sha256', csrfKey).update(binding).digest('base64url');
  const seal = (kind: Sealed, birth: string) => tokenFor(`${kind} since ${birth}`).slice(0, 16);

  /** A random id and when it was made, sealed for one kind of cookie, so that neither can be made up. */
  const newSealed = (kind: Sealed, now: number): string => {
    const birth = `${randomBytes(18).toString('hex')}-${now.toString(36)}`;
    return `${birth}-${seal(kind, birth)}`;
  };
  const unsealed = (kind: Sealed, value: string): { id: string; since: number } | undefined => {
    const [, birth = '', id = '', time = '', given = ''] =
      /^(([0-9a-f]{36})-([0-9a-z]{8,9}))-([\w-]{16})$/.exec(value) ?? [];
    return birth && sameText(given, seal(kind, birth)) ? { id, since: Number.parseInt(time, 36) } : undefined;
  };

  return {
    sessionName: names.session,

    /** When this visitor came, in milliseconds: null without the cookie, undefined when it does not tell. */
    since({ anonymous }: Cookies): number | null | undefined {
      return anonymous === undefined ? null : unsealed('visitor', anonymous)?.since;
    },

    /** Set at a successful sign-in, and not taken away by a sign-out. */
    rememberBrowser: (now: Date): string =>
      set(names.knownBrowser, newSealed('known browser', now.getTime()), knownBrowserSeconds, true),

    /** The id of a browser that signed in before. */
    knownBrowser({ knownBrowser }: Cookies, now: Date): string | null {
      const known = knownBrowser === undefined ? undefined : unsealed('known browser', knownBrowser);
      const age = now.getTime() - (known?.since ?? 0);
      return known && age <= knownBrowserSeconds * 1000 ? known.id : null;
    },

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
        return value !== undefined && ownForm.test(value) ? value : undefined;
      };
      return {
        session: own(names.session),
        anonymous: own(names.anonymous),
        knownBrowser: own(names.knownBrowser),
      };
    },

    /** Cookies that make a session known to the browser. */
    signedIn: (token: string): string[] => [
      set(names.session, token, idleSeconds, true),
      set('XSRF-TOKEN', tokenFor(token), idleSeconds, false),
    ],

    /** Cookies for somebody without a session; one that is over is taken away. */
    anonymous(cookies: Cookies): string[] {
      const id = cookies.anonymous ?? newSealed('visitor', Date.now());
      return [
        ...(cookies.session === undefined ? [] : [set(names.session, '', 0, true)]),
        set(names.anonymous, id, idleSeconds, true),
        set('XSRF-TOKEN', tokenFor(id), idleSeconds, false),
      ];
    },

    /** Another anonymous cookie in place of the one before, for a step that nobody else may know of. */
    renewed(cookies: Cookies): { cookie: string; lines: string[] } {
      const cookie = randomBytes(18).toString('base64url');
      return { cookie, lines: this.anonymous({ ...cookies, anonymous: cookie }) };
    },

    /** Whether the token of a request belongs to its session, or to its anonymous cookie when there is no session. */
    tokenFits(cookies: Cookies, hasSession: boolean, token: string | undefined): boolean {
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
