import { Agent, request } from 'node:http';
import fc from 'fast-check';
import type { OpenApi } from '../../src/platform/http/api/openapi.ts';
import { fitting, odd, type Schema, type Schemas, schemaErrors } from './json-schema.ts';

type Content = Record<string, { schema: Schema }>;
type Described = {
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** One operation of the OpenAPI document. */
export type Operation = Described & { method: string; path: string; name: string; schemas: Schemas };

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...(described as unknown as Described),
      method: method.toUpperCase(),
      path,
      name: `${method.toUpperCase()} ${path}`,
      schemas: document.components.schemas as Schemas,
    })),
  );
}

export type Sent = {
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Whose session and token are sent. */
  as: 'admin' | 'visitor' | 'anonymous';
};

/** Existing ids, so that not every generated request gets 404. */
export type Ids = Record<string, readonly (string | number)[]>;

/** Other spellings are redirected to NFC, as on pages. */
const inPath = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().normalize('NFC'),
  )
    // Dot segments and empty segments would change the path.
    .replace(/^\.{1,2}$/, '...')
    .slice(0, 6_000) || '%20';

function address(operation: Operation, values: Record<string, unknown>): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => inPath(values[name]));
  const query = new URLSearchParams(
    operation.parameters.flatMap(({ name, in: place }) => {
      const value = values[name];
      if (place !== 'query' || value === undefined) return [];
      return [[name, typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')]];
    }),
  ).toString();
  return `/webapi${path}${query ? `?${query.slice(0, 6_000)}` : ''}`;
}

const boundary = 'not-terrible-hostile';

export function multipart(
  parts: { name: string; filename?: string; type?: string; content: string | Buffer }[],
): Buffer {
  const bytes = parts.flatMap(({ name, filename, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]);
}

export const multipartType = `multipart/form-data; boundary=${boundary}`;

function parameterValues(operation: Operation, ids: Ids): fc.Arbitrary<Record<string, unknown>> {
  const fields = operation.parameters.map(({ name, schema }) => {
    const made = fitting(schema, operation.schemas);
    const existing = ids[name] ?? (schema.type === 'integer' && /id$/i.test(name) ? ids.id : undefined);
    const value = existing?.length
      ? fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom<unknown>(...existing) },
          { weight: 1, arbitrary: made },
        )
      : made;
    return [name, value] as const;
  });
  const requiredKeys = operation.parameters.filter((one) => one.required).map(({ name }) => name);
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

type Body = { headers: Record<string, string>; body?: string | Buffer; value?: unknown };

function bodies(operation: Operation, ids: Ids, image: Buffer): fc.Arbitrary<Body> {
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json'];
  if (json)
    return fitting(json.schema, operation.schemas).map((value) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
      value,
    }));
  if (content['application/octet-stream'])
    return fc.uint8Array({ minLength: 1, maxLength: 1000 }).map((bytes) => ({
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(bytes),
    }));
  const form = content['multipart/form-data'];
  if (!form) return fc.constant({ headers: {} });
  const field = Object.keys(form.schema.properties ?? {}).find((name) => name !== 'post_id') ?? 'image';
  return fc
    .record({ id: fc.constantFrom(...(ids.id ?? [1])), name: fc.string({ maxLength: 20 }) })
    .map(({ id, name }) => ({
      headers: { 'content-type': multipartType },
      body: multipart([
        { name: 'post_id', content: String(id) },
        {
          name: field,
          filename: encodeURIComponent(name.toWellFormed()),
          type: 'image/png',
          content: image,
        },
      ]),
    }));
}

/** Requests that match the document. */
export function valid(operation: Operation, ids: Ids, image: Buffer): fc.Arbitrary<Sent> {
  return fc
    .tuple(parameterValues(operation, ids), bodies(operation, ids, image))
    .map(([values, { headers, body }]) => ({
      path: address(operation, values),
      headers,
      ...(body === undefined ? {} : { body }),
      as: 'admin',
    }));
}

/** Requests that violate the document in one or two places. */
export function invalid(operation: Operation, ids: Ids, image: Buffer): fc.Arbitrary<Sent> {
  const names = operation.parameters.map(({ name }) => name);
  const spoilt = fc.record({
    values: parameterValues(operation, ids),
    body: bodies(operation, ids, image),
    oddValues: fc.dictionary(fc.constantFrom(...names, 'unknown', '__proto__'), odd, { maxKeys: 2 }),
    oddField: fc.tuple(fc.nat(), odd, fc.boolean()),
    how: fc.constantFrom(
      'values',
      'field',
      'field',
      'shape',
      'bytes',
      'type',
      'token',
      'anonymous',
      'visitor',
      'origin',
    ),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    shape: odd,
  });
  return spoilt.map(({ values, body, oddValues, oddField, how, at, shape }) => {
    const sent: Sent = {
      path: address(operation, how === 'values' || names.length > 0 ? { ...values, ...oddValues } : values),
      headers: { ...body.headers },
      as: 'admin',
      ...(body.body === undefined ? {} : { body: body.body }),
    };
    if (how === 'field') spoilField(sent, body.value, oddField);
    if (how === 'shape') sent.body = typeof shape === 'string' ? shape : JSON.stringify(shape);
    if (how === 'bytes' && body.body)
      sent.body = Buffer.from(body.body).subarray(0, Math.floor(body.body.length * at));
    if (how === 'type')
      sent.headers['content-type'] = at < 0.5 ? 'text/plain' : 'application/x-www-form-urlencoded';
    if (how === 'token') sent.headers['x-xsrf-token'] = 'wrong';
    if (how === 'origin') sent.headers.origin = 'https://evil.example.org';
    if (how === 'anonymous' || how === 'visitor') sent.as = how;
    return sent;
  });
}

function spoilField(sent: Sent, value: unknown, [number, other, remove]: [number, unknown, boolean]): void {
  if (typeof value !== 'object' || value === null) return;
  const fields = { ...(value as Record<string, unknown>) };
  const names = Object.keys(fields);
  const name = names[number % Math.max(1, names.length)] ?? 'unknown';
  if (remove) delete fields[name];
  else fields[name] = other;
  sent.body = JSON.stringify(fields);
}

export type Answered = { status: number; type: string; text: string; ms: number };

/** How a response deviates from the document. */
export function undocumented(operation: Operation, { status, type, text }: Answered): string[] {
  if (status >= 500) return [`it is a ${status}`];
  const described = operation.responses[status] ?? operation.responses.default;
  const content = described?.content ?? {};
  const plain = type.split(';', 1)[0]?.trim() ?? '';
  const own = content[plain];
  if (!own) return [`it is of the type "${type}"`];
  if (plain !== 'application/json') return [];
  return schemaErrors(JSON.parse(text), own.schema, operation.schemas);
}

export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #url: string;
  readonly #cookies: Record<Sent['as'], () => ReadonlyMap<string, string>>;

  constructor(url: string, cookies: Record<Sent['as'], () => ReadonlyMap<string, string>>) {
    this.#url = url;
    this.#cookies = cookies;
  }

  call(method: string, { path, headers, body, as }: Sent): Promise<Answered> {
    const cookies = this.#cookies[as]();
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.#url}${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
            'x-forwarded-for': '192.0.2.77',
            ...headers,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              text: Buffer.concat(chunks).toString('utf8'),
              ms: performance.now() - began,
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
