import type { RequestHandler } from '../../platform/http/exchange.ts';
import { day } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { authenticateBearer } from './bearer.ts';
import { appRoutes } from './routes.ts';
import { readApps } from './switch.ts';
import { appUrls, mcpMetadata } from './urls.ts';

const oauthPaths: ReadonlySet<string> = new Set([
  appUrls.authorize,
  appUrls.token,
  appUrls.register,
  appUrls.revoke,
  appUrls.serverMetadata,
  appUrls.resourceMetadata,
  mcpMetadata,
]);

/** Nothing of it is loaded before an app asks for it, and while it is off there is nothing at these paths. */
const answer: RequestHandler = async (exchange) => {
  const { path, site } = exchange;
  const isOAuth = oauthPaths.has(path);
  const isMicropub = path === appUrls.micropub || path === appUrls.media;
  if (!isOAuth && !isMicropub && path !== appUrls.mcp) return false;
  const apps = await readApps(site.blog);
  if (isOAuth)
    return (apps.micropub || apps.mcp) && (await import('./oauth/endpoints.ts')).answerOAuth(exchange);
  if (isMicropub) return apps.micropub && (await import('./micropub/endpoint.ts')).answerMicropub(exchange);
  return apps.mcp && (await import('./mcp/endpoint.ts')).answerMcp(exchange);
};

export const apps: Module = {
  name: 'apps',
  routes: appRoutes,
  answers: () => [answer],
  routeNames: { own: [...oauthPaths, appUrls.micropub, appUrls.media, appUrls.mcp] },
  start: ({ site }) => {
    site.bearer = authenticateBearer(site);
    return { stop: async () => {} };
  },
  schedules: (blog) => [
    {
      name: 'delete expired access tokens',
      everyMs: day,
      run: async () => (await import('./tokens/tokens.ts')).deleteExpired(blog),
    },
  ],
};
