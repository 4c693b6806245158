import { z } from 'zod';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, removed } from '../../platform/http/api/text.ts';
import {
  accessToken,
  appsSwitch,
  authorization,
  authorizationAnswer,
  authorizationQuery,
  authorizationRequest,
  createdToken,
  newToken,
} from './api.ts';
import { changeApps, readApps } from './switch.ts';

/** Loaded when they are used. */
const tokens = () => import('./tokens/tokens.ts');
const oauth = () => import('./oauth/authorize.ts');

/** None has a scope: a token makes no tokens. */
export const appRoutes = [
  route('GET', '/api/admin/apps', 'What apps can use', {
    response: appsSwitch,
    handle: ({ blog }) => readApps(blog),
  }),
  route('PUT', '/api/admin/apps', 'Switch on or off what apps can use', {
    body: z.object(appsSwitch.shape).partial(),
    recentlyAuthenticated: true,
    response: appsSwitch,
    handle: ({ blog, body }) => changeApps(blog, body),
  }),
  route('GET', '/api/admin/tokens', 'All access tokens, newest first', {
    response: z.array(accessToken),
    handle: async ({ blog }) => (await tokens()).tokensOf(blog),
  }),
  route('POST', '/api/admin/tokens', 'Create an access token, which is returned once', {
    body: newToken,
    recentlyAuthenticated: true,
    status: 201,
    response: createdToken,
    handle: async ({ blog, viewer, body }) => (await tokens()).createOwnToken(blog, viewer, body),
  }),
  route('DELETE', '/api/admin/tokens/:id', 'Revoke an access token', {
    params: z.object({ id: idNumeral }),
    response: removed,
    handle: async ({ blog, params }) => (await tokens()).revokeToken(blog, params.id),
  }),
  route('GET', '/api/admin/authorizations', 'What an app asks for', {
    query: authorizationQuery,
    response: authorizationRequest,
    handle: async ({ blog, query }) => (await oauth()).authorizationOf(blog, query),
  }),
  route('POST', '/api/admin/authorizations', 'Allow an app what it asks for, or refuse it', {
    body: authorization,
    recentlyAuthenticated: true,
    response: authorizationAnswer,
    handle: async ({ blog, viewer, body }) => (await oauth()).decide(blog, viewer, body),
  }),
];
