import { describe, expect, test } from 'vitest';
import { type Answered, type Operation, undocumented } from './api-calls.ts';
import { sendToCalls } from './api-run.ts';
import { schemaErrors } from './json-schema.ts';

sendToCalls('sqlite', 1, 3);

describe('the check of responses', () => {
  const operation: Operation = {
    method: 'GET',
    path: '/x',
    name: 'GET /x',
    parameters: [],
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
      default: { content: { 'application/json': { schema: { type: 'object', required: ['error'] } } } },
    },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'integer', minimum: 1 },
          name: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
  };
  const answered = (status: number, body: unknown, type = 'application/json; charset=utf-8'): Answered => ({
    status,
    type,
    text: JSON.stringify(body),
    ms: 1,
  });

  test('control: reports responses that are not documented', () => {
    expect(undocumented(operation, answered(200, { id: 1, name: null }))).toEqual([]);
    expect(undocumented(operation, answered(404, { error: {} }))).toEqual([]);
    for (const wrong of [
      answered(500, { error: {} }),
      answered(503, { error: {} }),
      answered(404, {}),
      answered(200, { id: 1 }),
      answered(200, { id: 0, name: 'x' }),
      answered(200, { id: '1', name: 'x' }),
      answered(200, { id: 1, name: 2 }),
      answered(200, { id: 1, name: 'x', password_hash: 'y' }),
      answered(200, [{ id: 1, name: 'x' }]),
      answered(200, { id: 1, name: 'x' }, 'text/html'),
    ])
      expect(undocumented(operation, wrong), JSON.stringify(wrong)).not.toEqual([]);
  });

  test('throws at an unknown schema keyword', () => {
    expect(() => schemaErrors(1, { multipleOf: 2 } as never, {})).toThrow('multipleOf');
  });
});
