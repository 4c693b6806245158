import type { ServerResponse } from 'node:http';
import type { Blog } from '../../../platform/blog.ts';
import { loginBefore } from '../../../platform/http/after-login.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { countRequest } from '../../../platform/http/limits/request-limits.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { readForm, readJson } from '../../../platform/http/request/body.ts';
import { visitorKey } from '../../../platform/http/request/ip-networks.ts';
import { scopes } from '../../../platform/http/scopes.ts';
import { accessTokenRateLimited, supportedMethods } from '../../../platform/messages/owner.ts';
import { tokenByHash } from '../tokens/store.ts';
import { hashOf, revokeToken } from '../tokens/tokens.ts';
import { appUrls, mcpMetadata } from '../urls.ts';
import { issuerOf, OAuthRefusal, redeem } from './authorize.ts';
import { registerClient } from './clients.ts';

const bodyBytes = 16 * 1024;
/** Of one address: an app needs one of them, and people try it again. */
const limit = { max: 60, seconds: 60 };

const serverMetadata = (blog: Blog) => ({
  issuer: issuerOf(blog),
  authorization_endpoint: blog.siteUrl() + appUrls.authorize,
  token_endpoint: blog.siteUrl() + appUrls.token,
  registration_endpoint: blog.siteUrl() + appUrls.register,
  revocation_endpoint: blog.siteUrl() + appUrls.revoke,
  scopes_supported: [...scopes, 'create', 'update', 'delete', 'undelete'],
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

const resourceMetadata = (blog: Blog, path: string) => ({
  resource: blog.siteUrl() + path,
  authorization_servers: [issuerOf(blog)],
  scopes_supported: [...scopes],
  bearer_methods_supported: ['header'],
});

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  // Apps in browsers read it; no cookie is looked at here.
  response.setHeader('access-control-allow-origin', '*');
  response.end(JSON.stringify(body));
}

/** True if the request was the question of a browser whether an app on another site may call this. */
export function answeredPreflight({ request, response }: Exchange): boolean {
  if (request.method !== 'OPTIONS') return false;
  response.statusCode = 204;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, mcp-protocol-version, mcp-session-id',
  );
  response.setHeader('access-control-expose-headers', 'location, www-authenticate');
  response.end();
  return true;
}

export function requireMethod({ request, response }: Exchange, ...allowed: string[]): void {
  if (allowed.includes(request.method ?? '')) return;
  response.setHeader('allow', allowed.join(', '));
  throw new Problem('method_not_allowed', supportedMethods(allowed));
}

/** The documents and endpoints of OAuth and IndieAuth. */
export async function answerOAuth(exchange: Exchange): Promise<boolean> {
  const { site, path, request, response, context, search } = exchange;
  const { blog } = site;
  if (answeredPreflight(exchange)) return true;
  switch (path) {
    case appUrls.serverMetadata:
      requireMethod(exchange, 'GET', 'HEAD');
      sendJson(response, 200, serverMetadata(blog));
      return true;
    case appUrls.resourceMetadata:
    case mcpMetadata:
      requireMethod(exchange, 'GET', 'HEAD');
      sendJson(response, 200, resourceMetadata(blog, path === mcpMetadata ? appUrls.mcp : '/'));
      return true;
    case appUrls.authorize: {
      requireMethod(exchange, 'GET', 'POST');
      if (request.method === 'POST') break;
      const consent = appUrls.consent + search;
      response.statusCode = 302;
      response.setHeader('cache-control', 'no-store');
      response.setHeader('location', (await context.viewer()).admin ? consent : loginBefore(consent));
      response.end();
      return true;
    }
    default:
      requireMethod(exchange, 'POST');
  }
  const retryAfter = await countRequest(blog, 'oauth', limit, visitorKey(context.ip));
  if (retryAfter !== null) throw new Problem('too_many', accessTokenRateLimited, { retryAfter });
  try {
    if (path === appUrls.register) {
      sendJson(response, 201, registerClient(blog, await readJson(request, bodyBytes)));
      return true;
    }
    const form = await readForm(request, bodyBytes);
    if (path === appUrls.revoke || form.get('action') === 'revoke') {
      // The token itself is enough to revoke it. The response is the same for unknown tokens.
      const token = await tokenByHash(blog.db, hashOf(form.get('token') ?? ''));
      const actor = { username: token?.username ?? null, address: context.ip, browser: token?.name ?? '' };
      if (token) await revokeToken({ ...blog, actor }, token.id);
      sendJson(response, 200, {});
      return true;
    }
    sendJson(response, 200, await redeem(blog, form, path === appUrls.token));
  } catch (error) {
    if (error instanceof OAuthRefusal)
      sendJson(response, 400, { error: error.error, error_description: error.message });
    else if (error instanceof Problem && error.code !== 'internal')
      sendJson(response, 400, {
        error: path === appUrls.register ? 'invalid_client_metadata' : 'invalid_request',
        error_description: error.message,
      });
    else throw error;
  }
  return true;
}
