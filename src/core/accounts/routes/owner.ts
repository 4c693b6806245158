import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral, removed, text } from '../../../platform/http/api/text.ts';
import {
  credentials,
  newUser,
  passwordChange,
  session,
  sessionEnded,
  sessionStatus,
  sessionsEnded,
  user,
} from '../api/owner.ts';
import { awaitPasskey } from '../sign-in/second-step.ts';
import { endOtherSessions, endSession, sessionsOf } from '../sign-in/sessions.ts';
import { signIn, signOut } from '../sign-in/sign-in.ts';
import * as owner from '../sign-in/users.ts';
import { signInResponse, signInSource } from './sign-in-methods.ts';

const byId = z.object({ id: idNumeral });

export const ownerRoutes = [
  route('POST', '/api/admin/auth', 'Sign in; the status "passkey" means that a passkey is required as well', {
    access: 'public',
    body: credentials,
    otherStatus: 401,
    response: sessionStatus,
    handle: async (call) => {
      const { blog, body, viewer, cookies, jar, setCookies } = call;
      const result = await signIn(blog, { ...body, ...signInSource(call) });
      if (!result || 'token' in result) return signInResponse(call, result?.token ?? null);
      await signOut(blog, viewer);
      const { cookie, lines } = jar.renewed(cookies);
      await awaitPasskey(blog, cookie, result.passkeyOf);
      setCookies(lines);
      return { status: 'passkey' };
    },
  }),
  route('GET', '/api/admin/auth', 'Check the session; sets the CSRF cookie', {
    access: 'public',
    response: sessionStatus,
    handle: async ({ viewer, cookies, jar, setCookies }) => {
      if (viewer.admin && cookies.session) {
        setCookies(jar.signedIn(cookies.session));
        return { status: 'auth' };
      }
      setCookies(jar.anonymous(cookies));
      return { status: 'no auth' };
    },
  }),
  route('DELETE', '/api/admin/auth', 'Sign out', {
    access: 'public',
    response: sessionStatus,
    handle: async ({ blog, viewer, cookies, jar, setCookies }) => {
      await signOut(blog, viewer);
      setCookies(jar.anonymous(cookies));
      return { status: 'no auth' };
    },
  }),
  route('GET', '/api/admin/users', 'All administrators', {
    response: z.array(user),
    handle: ({ blog, viewer }) => owner.listUsers(blog, viewer),
  }),
  route('POST', '/api/admin/users', 'Add an administrator', {
    recentlyAuthenticated: true,
    body: newUser,
    status: 201,
    response: user,
    handle: ({ blog, viewer, body }) => owner.addUser(blog, viewer, body),
  }),
  route(
    'PUT',
    '/api/admin/users/:id',
    "Change an administrator's password; ends that administrator's sessions",
    {
      recentlyAuthenticated: true,
      params: byId,
      body: passwordChange,
      response: user,
      handle: async ({ blog, viewer, params, body, userAgent, jar, setCookies }) => {
        const { password } = body;
        const changed = await owner.changePassword(blog, viewer, params.id, { password, userAgent });
        if (changed.token) setCookies(jar.signedIn(changed.token));
        return changed.user;
      },
    },
  ),
  route('DELETE', '/api/admin/users/:id', 'Remove an administrator, never the last one', {
    recentlyAuthenticated: true,
    params: byId,
    response: removed,
    handle: ({ blog, params }) => owner.removeUser(blog, params.id),
  }),
  route('GET', '/api/admin/sessions', 'Where you are signed in', {
    response: z.array(session),
    handle: ({ blog, viewer }) => sessionsOf(blog, viewer),
  }),
  route('DELETE', '/api/admin/sessions', 'Sign out everywhere else', {
    response: sessionsEnded,
    handle: ({ blog, viewer }) => endOtherSessions(blog, viewer),
  }),
  route('DELETE', '/api/admin/sessions/:id', 'Sign out one of your sessions', {
    params: z.object({ id: text(100) }),
    response: sessionEnded,
    handle: ({ blog, viewer, params }) => endSession(blog, viewer, params.id),
  }),
];
