import { z } from 'zod';
import { route } from '../../platform/http/api/route.ts';
import { connectionChange, connectionName, connectionState, connectionTest } from './api.ts';
import { listConnections, removeConnection, saveConnection, testConnection } from './connections.ts';

const list = z.array(connectionState);

export const connectionRoutes = [
  route('GET', '/api/admin/connections', 'Credentials of other servers, without the secrets', {
    response: list,
    handle: ({ blog }) => listConnections(blog),
  }),
  route('PUT', '/api/admin/connections/:name', 'Store credentials; fields that are not sent stay unchanged', {
    params: connectionName,
    body: connectionChange,
    recentlyAuthenticated: true,
    response: list,
    handle: ({ blog, params, body }) => saveConnection(blog, params.name, body.values),
  }),
  route('DELETE', '/api/admin/connections/:name', 'Remove stored credentials', {
    params: connectionName,
    recentlyAuthenticated: true,
    response: list,
    handle: ({ blog, params }) => removeConnection(blog, params.name),
  }),
  route('POST', '/api/admin/connections/:name/test', 'Try credentials without storing them', {
    params: connectionName,
    body: connectionChange,
    recentlyAuthenticated: true,
    response: connectionTest,
    handle: ({ blog, params, body }) => testConnection(blog, params.name, body.values),
  }),
];
