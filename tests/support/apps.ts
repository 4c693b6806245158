import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { Scope } from '../../src/platform/http/scopes.ts';
import type { ApiSite } from './api-site.ts';

/** Switches on what apps use. */
export async function switchOn(
  { admin }: ApiSite,
  apps = { tokens: true, micropub: true, mcp: true },
): Promise<void> {
  expect((await admin.put('/webapi/api/admin/apps', apps)).status).toBe(200);
}

export async function newToken({ admin }: ApiSite, ...scopes: Scope[]): Promise<string> {
  const { status, body } = await admin.post<{ token: string }>('/webapi/api/admin/tokens', {
    name: scopes.join(' '),
    scopes,
  });
  expect(status).toBe(201);
  return body.token;
}

/** The official client of MCP. The caller closes it. */
export async function assistantOf(site: ApiSite, ...granted: Scope[]): Promise<Client> {
  const headers = { authorization: `Bearer ${await newToken(site, ...granted)}` };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** Calls as an app does: with a token and nothing else. */
export async function callAs<Body = unknown>(
  site: ApiSite,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body; headers: Headers }> {
  const isPlain = body === undefined || body instanceof FormData || body instanceof URLSearchParams;
  const response = await fetch(site.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isPlain && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isPlain ? (body as FormData) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : text) as Body,
    headers: response.headers,
  };
}
