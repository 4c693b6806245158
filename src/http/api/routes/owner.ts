import { z } from 'zod';
import * as owner from '../../../blog/owner.ts';
import { endSession, sessionsOf } from '../../../blog/sessions.ts';
import { signIn, signOut } from '../../../blog/sign-in.ts';
import {
  credentials,
  newUser,
  passwordChange,
  session,
  sessionEnded,
  sessionStatus,
  user,
} from '../../../contract/owner.ts';
import { removed } from '../../../contract/posts.ts';
import { idNumeral, text } from '../../../contract/text.ts';
import { route } from '../route.ts';

const byId = z.object({ id: idNumeral });

export const ownerRoutes = [
  route('POST', '/api/admin/auth', 'Sign in', {
    access: 'public',
    body: credentials,
    otherStatus: 401,
    answer: sessionStatus,
    handle: async ({ blog, body, address, userAgent, viewer, jar, status, setCookies }) => {
      const token = await signIn(blog, { ...body, address, userAgent });
      if (token === null) {
        status(401);
        return { status: 'no auth' };
      }
      await signOut(blog, viewer);
      setCookies(jar.signedIn(token));
      return { status: 'success' };
    },
  }),
  route('GET', '/api/admin/auth', 'Check the session; sets the CSRF cookie', {
    access: 'public',
    answer: sessionStatus,
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
    answer: sessionStatus,
    handle: async ({ blog, viewer, cookies, jar, setCookies }) => {
      await signOut(blog, viewer);
      setCookies(jar.anonymous(cookies));
      return { status: 'no auth' };
    },
  }),
  route('GET', '/api/admin/users', 'All administrators', {
    answer: z.array(user),
    handle: ({ blog, viewer }) => owner.listUsers(blog, viewer),
  }),
  route('POST', '/api/admin/users', 'Add an administrator', {
    body: newUser,
    status: 201,
    answer: user,
    handle: ({ blog, viewer, body }) => owner.addUser(blog, viewer, body),
  }),
  route(
    'PUT',
    '/api/admin/users/:id',
    "Change an administrator's password; ends that administrator's sessions",
    {
      params: byId,
      body: passwordChange,
      answer: user,
      handle: async ({ blog, viewer, params, body, userAgent, jar, setCookies }) => {
        const { password } = body;
        const changed = await owner.changePassword(blog, viewer, params.id, { password, userAgent });
        if (changed.token) setCookies(jar.signedIn(changed.token));
        return changed.user;
      },
    },
  ),
  route('DELETE', '/api/admin/users/:id', 'Remove an administrator, never the last one', {
    params: byId,
    answer: removed,
    handle: ({ blog, params }) => owner.removeUser(blog, params.id),
  }),
  route('GET', '/api/admin/sessions', 'Where you are signed in', {
    answer: z.array(session),
    handle: ({ blog, viewer }) => sessionsOf(blog, viewer),
  }),
  route('DELETE', '/api/admin/sessions/:id', 'Sign out one of your sessions', {
    params: z.object({ id: text(100) }),
    answer: sessionEnded,
    handle: ({ blog, viewer, params }) => endSession(blog, viewer, params.id),
  }),
];
