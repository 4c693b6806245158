import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { modules } from '../../src/modules.ts';
import type { OpenApi } from '../../src/platform/http/api/openapi.ts';
import { routesOf } from '../../src/platform/module.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';

const table = routesOf(modules);

let site: ApiSite;
let document: OpenApi;
beforeAll(async () => {
  site = await apiSite('sqlite', { SMTP_URL: 'smtp://127.0.0.1:1' });
  document = (await site.visitor().get<OpenApi>('/webapi/openapi.json')).body;
});
afterAll(() => site.dispose());

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { headers?: object; content: Record<string, { schema: object }> }>;
  security: object[];
};
const operationOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as unknown as Operation;

type Shape = { properties?: object; oneOf?: Shape[]; anyOf?: Shape[] };
/** The names of the properties, of each variant where there are several. */
const propertiesOf = ({ properties = {}, oneOf = [], anyOf = oneOf }: Shape): unknown[] =>
  anyOf.length > 0 ? anyOf.map(propertiesOf) : Object.keys(properties);

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('describes every route of the table and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      table.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
    const ids = table.map((route) => operationOf(route).operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has the parameters, body, responses and security schemes of each route', () => {
    for (const route of table) {
      const { parameters, requestBody, responses, security } = operationOf(route);
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
      expect(parameters.every((one) => one.in === 'query' || one.required)).toBe(true);
      const types = [
        ...(route.body ? ['application/json'] : []),
        ...(route.uploadField ? ['multipart/form-data'] : []),
        ...(route.takesBytes ? ['application/octet-stream'] : []),
      ];
      expect(Object.keys(requestBody?.content ?? {})).toEqual(types);
      expect(Object.keys(responses)).toContain(String(route.status));
      expect(responses.default).toBeDefined();
      expect(Object.keys(responses).includes('401')).toBe(
        route.access === 'admin' || route.otherStatus === 401,
      );
      expect(JSON.stringify(responses['403'] ?? '').includes('code \\"confirm\\"')).toBe(
        route.recentlyAuthenticated === true,
      );
      const schemes = [
        ...(route.access === 'admin' ? ['session'] : []),
        ...(route.method === 'GET' ? [] : ['csrf']),
      ];
      const tokens = (route.scope ?? []).map(() => 'token');
      expect(security.flatMap(Object.keys)).toEqual([...schemes, ...tokens]);
      const headers =
        route.totalCount === 'bounded' ? ['X-Total-Count', 'X-Total-Count-Is-Minimum'] : ['X-Total-Count'];
      expect(Object.keys(responses[route.status]?.headers ?? {})).toEqual(route.totalCount ? headers : []);
    }
  });

  test('defines every referenced schema and references every defined one', () => {
    const references = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference),
    );
    expect([...references].sort()).toEqual(
      Object.keys(document.components.schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    );
  });

  test('has the limits of parameters and fields', () => {
    const [id] = operationOf({ method: 'GET', path: '/api/posts/:id' }).parameters;
    expect(id?.schema).toEqual({ type: 'integer', minimum: 1 });
    const [limit] = operationOf({ method: 'GET', path: '/api/posts/tag/:limit/:tag' }).parameters;
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 });
    const { requestBody } = operationOf({ method: 'PUT', path: '/api/posts/:id' });
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { post_title: { type: 'string', maxLength: 500 } },
    });
  });

  test('has the properties of the validation schemas', () => {
    for (const route of table.filter(({ body }) => body)) {
      const described = operationOf(route).requestBody?.content['application/json']?.schema as Shape;
      const own = z.toJSONSchema(route.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Shape;
      expect(propertiesOf(described)).toEqual(propertiesOf(own));
      expect(propertiesOf(described)).not.toEqual([]);
    }
  });
});

describe('the API documentation page', () => {
  test('has no scripts and is styled within the Content Security Policy', async () => {
    const page = await fetch(`${site.url}/webapi/docs`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/<script|<style|style=|onclick/);
    for (const { method, path } of table)
      expect(html).toContain(`<b>${method}</b> <code>${path.replace(/:(\w+)/g, '{$1}')}</code>`);
    for (const [, target] of html.matchAll(/href="#(\w+)"/g)) expect(html).toContain(`id="${target}"`);
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const style = await fetch(new URL(sheet, page.url));
    expect(style.status).toBe(200);
    expect(style.headers.get('content-type')).toMatch(/^text\/css/);
    expect(await style.text()).toContain('color-scheme: light dark');
  });
});
