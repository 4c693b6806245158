import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Three cookies: the session (secret), an anonymous one for people without a session (secret), and XSRF-TOKEN, which
 * scripts of this site read and send back. The token is bound to one of the other two.
 */
export type Cookies = { session: string | undefined; anonymous: string | undefined };

/** What this jar hands out; anything else was not made here and is nobody's. */
const ownForm = /^[\w-]{24,64}$/;
const idleSeconds = 30 * 24 * 60 * 60;

export function cookieJar(csrfKey: Buffer, secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const names = { session: `${prefix}session`, anonymous: `${prefix}visitor` };
  const set = (name: string, value: string, age: number, secret: boolean) =>
    `${name}=${value}; ${attributes}; Max-Age=${age}${secret ? '; HttpOnly' : ''}`;
  const tokenFor = (binding: string) => createHmac('sha256', csrfKey).update(binding).digest('base64url');
  const seal = (birth: string) => tokenFor(`visitor since ${birth}`).slice(0, 16);

  /** It tells when it was made, sealed, so that nobody can pretend to have been here for longer. */
  const newVisitor = (): string => {
    const birth = `${randomBytes(18).toString('hex')}-${Date.now().toString(36)}`;
    return `${birth}-${seal(birth)}`;
  };

  return {
    sessionName: names.session,

    /** When this visitor came, in milliseconds: null without the cookie, undefined when it does not tell. */
    since({ anonymous }: Cookies): number | null | undefined {
      if (anonymous === undefined) return null;
      const [, birth = '', time = '', given = ''] =
        /^([0-9a-f]{36}-([0-9a-z]{8,9}))-([\w-]{16})$/.exec(anonymous) ?? [];
      return birth && sameText(given, seal(birth)) ? Number.parseInt(time, 36) : undefined;
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
      return { session: own(names.session), anonymous: own(names.anonymous) };
    },

    /** Cookies that make a session known to the browser. */
    signedIn: (token: string): string[] => [
      set(names.session, token, idleSeconds, true),
      set('XSRF-TOKEN', tokenFor(token), idleSeconds, false),
    ],

    /** Cookies for somebody without a session; one that is over is taken away. */
    anonymous(cookies: Cookies): string[] {
      const id = cookies.anonymous ?? newVisitor();
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
