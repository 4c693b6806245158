import { z } from 'zod';
import { isWrite } from '../request/same-origin.ts';
import { urls } from '../urls.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};
type Operation = Json & { summary: string };

/** An OpenAPI 3.1 document, generated from the schemas that validate requests and responses. */
export function openApi(
  routes: readonly Route[],
  { siteUrl, version, sessionCookie }: { siteUrl: string; version: string; sessionCookie: string },
): OpenApi {
  const schemas: Record<string, Json> = { Error: errorSchema };
  const schemaOf: SchemaOf = (schema, io) => {
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
      description:
        'The web API of this blog. Requests that change something need the X-XSRF-TOKEN header, or an access token instead of a session.',
    },
    servers: [{ url: siteUrl + urls.api }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        csrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
        token: { type: 'http', scheme: 'bearer', description: tokenDescription },
      },
    },
  };
}

const tokenDescription =
  'An access token, if the owner has switched them on. Calls that name no scope need a session.';

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

function forbidden({ method, recentlyAuthenticated }: Route): string | false {
  const reasons = [
    ...(isWrite(method) ? ['The CSRF token is missing or wrong', 'the request came from another site'] : []),
    ...(recentlyAuthenticated ? ['the administrator has to re-authenticate (code "confirm")'] : []),
  ];
  const [first, ...others] = reasons;
  return first !== undefined && [first.replace(/^t/, 'T'), ...others].join(', or ');
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

function operation(route: Route, schemaOf: SchemaOf): Operation {
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\/:?(\w)/g, (_, letter) => letter.toUpperCase())}`,
    tags: [route.access === 'admin' ? 'Administrators' : 'Public'],
    parameters: [
      ...parameters('path', route.params, schemaOf),
      ...parameters('query', route.query, schemaOf),
    ],
    ...(route.body && { requestBody: { required: true, ...json(schemaOf(route.body, 'input')) } }),
    ...(route.uploadField && { requestBody: upload(route.uploadField) }),
    ...(route.takesBytes && { requestBody: bytes }),
    responses: { ...errors(route), ...successes(route, schemaOf) },
    security: [
      { ...(route.access === 'admin' && { session: [] }), ...(isWrite(route.method) && { csrf: [] }) },
      // OpenAPI has no "one of these scopes": each is an alternative.
      ...(route.scope ?? []).map((scope) => ({ token: [scope] })),
    ],
  };
}

/** Clients find the description of a response by its media type alone. */
const withoutParameters = (type: string): string => type.split(';', 1)[0] ?? type;

function successes(route: Route, schemaOf: SchemaOf): Json {
  const success = {
    description: 'Success',
    ...(route.totalCount && {
      headers: {
        'X-Total-Count': { description: 'The length of the whole list', schema: { type: 'integer' } },
        ...(route.totalCount === 'bounded' && {
          'X-Total-Count-Is-Minimum': {
            description: 'Present when the list is longer than X-Total-Count says',
            schema: { type: 'string', enum: ['true'] },
          },
        }),
      },
    }),
    ...(route.download
      ? { content: { [withoutParameters(route.download)]: { schema: { type: 'string', format: 'binary' } } } }
      : json(schemaOf(route.response, 'output'))),
  };
  if (route.download)
    return { [route.status]: success, 206: { ...success, description: 'The requested range' } };
  if (route.otherStatus === undefined) return { [route.status]: success };
  const description = route.otherStatus < 400 ? 'Nothing had to be changed' : 'Refused';
  return { [route.status]: success, [route.otherStatus]: { ...success, description } };
}

function errors(route: Route): Json {
  const hasBody = route.body !== undefined || route.uploadField !== undefined || route.takesBytes === true;
  const reasons: Record<number, string | false> = {
    400: 'Malformed',
    416: route.download !== undefined && 'The requested range is outside of the file',
    401: route.access === 'admin' && 'Not signed in',
    403: forbidden(route),
    404: route.params !== undefined && 'Not found, or not visible to this user',
    413: hasBody && 'Too large',
    415: hasBody && 'Unsupported media type',
    422: hasBody && 'Fails validation',
    429: route.rateLimit !== undefined && 'Rate limit exceeded; see Retry-After',
  };
  const error = (description: string) => ({ description, ...json({ $ref: '#/components/schemas/Error' }) });
  return {
    ...Object.fromEntries(
      Object.entries(reasons).flatMap(([status, reason]) => (reason ? [[status, error(reason)]] : [])),
    ),
    default: error('Any other error'),
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined, schemaOf: SchemaOf): Json[] {
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

const bytes: Json = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

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
