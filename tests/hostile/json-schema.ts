import fc from 'fast-check';

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

export type Schemas = Record<string, Schema>;

const known = new Set([
  ...[
    '$ref',
    'type',
    'const',
    'enum',
    'anyOf',
    'oneOf',
    'allOf',
    'properties',
    'required',
    'additionalProperties',
    'propertyNames',
  ],
  ...['items', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'default', 'description', 'title', 'examples'],
]);

export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`There is no schema ${schema.$ref}.`);
  return resolve(found, schemas);
}

const patterns = new Map<string, RegExp>();
function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u');
  patterns.set(source, pattern);
  return pattern;
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;

/** Validates a value; returns errors. Fields that the schema does not name are errors. */
export function schemaErrors(value: unknown, given: Schema, schemas: Schemas, place = ''): string[] {
  const schema = resolve(given, schemas);
  const unknown = Object.keys(schema).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`This check does not know ${unknown.join(', ')}.`);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const each = choices.map((one) => schemaErrors(value, one, schemas, place));
    return each.some((list) => list.length === 0) ? [] : (each.sort((a, b) => a.length - b.length)[0] ?? []);
  }
  if (schema.allOf) return schema.allOf.flatMap((one) => schemaErrors(value, one, schemas, place));
  const type = typeOf(value);
  const fits = (ok: boolean, what: string) => (ok ? [] : [`${place || 'it'} ${what}`]);
  const types = schema.type === undefined ? [type] : [schema.type].flat();
  if (!types.includes(type) && !(type === 'integer' && types.includes('number')))
    return [`${place || 'it'} is ${type}, not ${types.join(' or ')}`];
  return [
    ...fits(!('const' in schema) || value === schema.const, 'is another constant'),
    ...fits(!schema.enum || schema.enum.includes(value), 'is none of its values'),
    ...(typeof value === 'string' ? textFlaws(value, schema, fits) : []),
    ...(typeof value === 'number' ? numberFlaws(value, schema, fits) : []),
    ...(Array.isArray(value)
      ? [
          ...fits(value.length >= (schema.minItems ?? 0), 'is too short'),
          ...fits(value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY), 'is too long'),
          ...value.flatMap((one, index) =>
            schemaErrors(one, schema.items ?? {}, schemas, `${place}[${index}]`),
          ),
        ]
      : []),
    ...(type === 'object' ? objectErrors(value as Record<string, unknown>, schema, schemas, place) : []),
    ...(type === 'object' && schema.propertyNames
      ? Object.keys(value as object).flatMap((name) =>
          schemaErrors(name, schema.propertyNames ?? {}, schemas, `${place}.${name}`),
        )
      : []),
  ];
}

type Fits = (ok: boolean, what: string) => string[];

const textFlaws = (value: string, schema: Schema, fits: Fits): string[] => [
  ...fits([...value].length >= (schema.minLength ?? 0), 'is too short'),
  ...fits([...value].length <= (schema.maxLength ?? Number.POSITIVE_INFINITY), 'is too long'),
  ...fits(!schema.pattern || patternOf(schema.pattern).test(value), 'does not match its pattern'),
];

const numberFlaws = (value: number, schema: Schema, fits: Fits): string[] => [
  ...fits(value >= (schema.minimum ?? Number.NEGATIVE_INFINITY), 'is too small'),
  ...fits(value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY), 'is too small'),
  ...fits(value <= (schema.maximum ?? Number.POSITIVE_INFINITY), 'is too large'),
];

function objectErrors(
  value: Record<string, unknown>,
  schema: Schema,
  schemas: Schemas,
  place: string,
): string[] {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  const flawed = Object.entries(value).flatMap(([name, one]) => {
    const own = schema.properties?.[name];
    if (own) return schemaErrors(one, own, schemas, `${place}.${name}`);
    if (typeof schema.additionalProperties === 'object')
      return schemaErrors(one, schema.additionalProperties, schemas, `${place}.${name}`);
    return schema.properties && schema.additionalProperties !== true ? [`${place}.${name} is not named`] : [];
  });
  return [...missing.map((name) => `${place}.${name} is missing`), ...flawed];
}

/** Ordinary text, markup, and text that breaks programs. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc.constantFrom(
    'A day at the sea',
    '<p>One</p><ul><li>Two</li></ul>',
    '<b>x',
    'İstanbul',
    '日本語',
    '🙂',
    ' ',
    '',
  ),
);

/** Values that match a schema. */
export function fitting(given: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const schema = resolve(given, schemas);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, schemas)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, schemas)));
  if (schema.type === 'string') return fittingText(schema);
  if (schema.type === 'integer' || schema.type === 'number') {
    const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
    const max = Math.min(schema.maximum ?? 2 ** 31, 2 ** 31);
    return fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.integer({ min, max }));
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array')
    return fc.array(fitting(schema.items ?? {}, schemas), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 5, 20),
    });
  if (schema.type === 'object' || schema.properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fitting(one, schemas)]),
      ),
      { requiredKeys: schema.required ?? [] },
    );
  return fc.jsonValue({ maxDepth: 2 });
}

function fittingText({ pattern, format, minLength = 0, maxLength = 1_000 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time' || format === 'date')
    return fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => (format === 'date' ? date.toISOString().slice(0, 10) : date.toISOString()));
  if (pattern && /\\d\{4\}/.test(pattern)) return fc.constant('2026-05-04T10:20');
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  const cut = (value: string) =>
    [...value.toWellFormed()].slice(0, maxLength).join('').padEnd(minLength, 'long enough ');
  return fc.oneof(
    { weight: 9, arbitrary: text.map(cut) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), 'é'.repeat(maxLength)) },
  );
}

/** Values that match few schemas, and some that break programs that trust them. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, 1, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 5e-324, '', ' ', '0', '1', '-1'],
    ...[
      '1.5',
      '1e9',
      '0x10',
      '2147483648',
      '9'.repeat(30),
      'null',
      '!null',
      'undefined',
      'NaN',
      'tag',
      '..',
      '.',
    ],
    ...[
      '%00',
      '%',
      "'",
      '";--',
      "' OR 1=1 --",
      '{{7*7}}',
      '../../etc/passwd',
      '\u0000',
      '\ud800',
      'a\udfff',
      '١',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '\u202e',
      'İ',
      '🙂',
      '\r\nSet-Cookie: a=b',
      'x'.repeat(20_000),
    ],
    ...[[], {}, [[]], [1], [null], { a: { b: [] } }, { length: 1e9 }, { toString: 1 }, { __proto__: null }],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);
