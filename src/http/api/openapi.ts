import { z } from 'zod';
import { urls } from '../../contract/urls.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};
export type Operation = Json & { summary: string };

/** The OpenAPI 3.1 document of the route table, from the very schemas that validate. */
export function openApi(routes: readonly Route[], siteUrl: string, version: string): OpenApi {
  const schemas: Record<string, Json> = { Error: errorSchema };
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
    for (const [name, definition] of Object.entries($defs as Record<string, Json>))
      schemas[name] = relink(definition);
    const name = own.id;
    if (typeof name !== 'string') return relink(own);
    schemas[name] = relink(own);
    return { $ref: `#/components/schemas/${name}` };
  };

  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Not Terrible',
      version,
      description: 'The web API of this blog. Calls that change something carry the X-XSRF-TOKEN header.',
    },
    servers: [{ url: siteUrl + urls.api }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      },
    },
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    status: { const: 'no auth' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, id: { type: 'string' } },
    },
  },
};

const relink = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );

function operation(route: Route, schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json): Operation {
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
  const writes = route.method !== 'GET';
  const failures = [400, ...(route.access === 'admin' ? [401] : []), ...(writes ? [403] : []), 404];
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/:]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    parameters: [
      ...parameters('path', route.params, schemaOf),
      ...parameters('query', route.query, schemaOf),
    ],
    ...(route.body && { requestBody: { required: true, ...json(schemaOf(route.body, 'input')) } }),
    ...(route.uploadField && { requestBody: upload(route.uploadField) }),
    responses: {
      [route.status]: { description: 'Done', ...json(schemaOf(route.answer, 'output')) },
      ...Object.fromEntries(
        failures.map((status) => [
          status,
          { description: 'Refused', ...json({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
      default: { description: 'Any other failure', ...json({ $ref: '#/components/schemas/Error' }) },
    },
    security: [{ ...(route.access === 'admin' && { session: [] }), ...(writes && { csrf: [] }) }],
  };
}

function parameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: own,
  }));
}

const upload = (field: string): Json => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [field, 'post_id'],
        properties: {
          post_id: { type: 'integer' },
          [field]: { type: 'array', items: { type: 'string', format: 'binary' } },
        },
      },
    },
  },
});
