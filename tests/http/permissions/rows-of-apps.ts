import { at, closed, type Row } from './prepare.ts';

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const request = {
  response_type: 'code',
  client_id: 'http://localhost:9/',
  redirect_uri: 'http://localhost:9/back',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  scope: 'draft',
};
const token = { name: 'An app', scopes: ['draft'] };
const webhook = { url: 'https://example.org/hook' };

export const rowsOfApps: Record<string, Row> = {
  'GET /api/admin/apps': closed(200, at('/api/admin/apps')),
  'PUT /api/admin/apps': closed(200, at('/api/admin/apps', { tokens: false, micropub: false, mcp: false })),
  'GET /api/admin/tokens': closed(200, at('/api/admin/tokens')),
  'POST /api/admin/tokens': closed(201, at('/api/admin/tokens', token)),
  'DELETE /api/admin/tokens/:id': closed(200, async ({ admin }) => ({
    path: `/api/admin/tokens/${(await admin.post<{ id: number }>('/webapi/api/admin/tokens', token)).body.id}`,
  })),
  'GET /api/admin/authorizations': closed(
    200,
    at(`/api/admin/authorizations?${new URLSearchParams(request)}`),
  ),
  'POST /api/admin/authorizations': closed(
    200,
    at('/api/admin/authorizations', { request, scopes: ['draft'], days: 30 }),
  ),
  'GET /api/admin/webhooks': closed(200, at('/api/admin/webhooks')),
  'POST /api/admin/webhooks': closed(201, at('/api/admin/webhooks', webhook)),
  'DELETE /api/admin/webhooks/:id': closed(200, async ({ admin }) => ({
    path: `/api/admin/webhooks/${(await admin.post<{ id: number }>('/webapi/api/admin/webhooks', webhook)).body.id}`,
  })),
  'POST /api/admin/webhooks/:id/test': closed(404, at('/api/admin/webhooks/999999/test')),
};
