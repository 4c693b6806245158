import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { z } from 'zod';

/*
 * Makes an example of a TypeScript type, so that a test can call functions that it does not know. Types are read from the sources;
 * for what they do not tell, such as schemas, the test gives an example by the name of the type.
 */

/** A node of the syntax tree. Its shape depends on its type; what is not there is an error that names the type. */
// biome-ignore lint/suspicious/noExplicitAny: The tree has a type for each kind of node, and this reads many of them.
type Node = any;
type Module = { file: string; text: string; body: Node[] };
export type ExportedFunction = { name: string; params: Node[] };
export type Examples = Record<string, unknown>;

const modules = new Map<string, Module>();

function read(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { program } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const module = { file, text, body: program.body as Node[] };
  modules.set(file, module);
  return module;
}

/** The functions that a module exports, with their parameters. */
export function exportedFunctions(file: string): ExportedFunction[] {
  return read(file).body.flatMap(({ type, declaration }): ExportedFunction[] => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return [];
    if (declaration.type === 'FunctionDeclaration')
      return [{ name: declaration.id.name, params: declaration.params }];
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations
      .filter(({ init }: Node) => init?.params)
      .map(({ id, init }: Node) => ({ name: id.name, params: init.params }));
  });
}

/** What a parameter is annotated with, as it is written; empty for one with a default or that may be left out. */
export function annotation(file: string, param: Node): string {
  const node = param.typeAnnotation?.typeAnnotation;
  return node && !param.optional ? read(file).text.slice(node.start, node.end) : '';
}

const date = '2026-01-02T03:04:05.000Z';
const texts: [RegExp, string][] = [
  [/^(day|from|to|start|end)$/i, '2026-01-02'],
  [/date|^now$|before|since|until|^at$|At$|expire|last|next|started|Run$|confirmed|tried/i, date],
  [/json|features|headers|payload/i, '{}'],
  [/url|^actor$|inbox/i, 'https://example.org/a'],
  [/path/i, '/a'],
];
const textOf = (name: string): string => texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'a';
const numberOf = (name: string): number => (name === 'offset' ? 0 : 1);

/** An example of a value that a JSON schema describes. */
function ofSchema(schema: z.core.JSONSchema.BaseSchema, name = ''): unknown {
  const { type, properties = {}, required = [], anyOf, oneOf, items } = schema;
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0];
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice) return ofSchema(choice as z.core.JSONSchema.BaseSchema, name);
  if (type === 'object')
    return Object.fromEntries(
      required.map((key) => [key, ofSchema(properties[key] as z.core.JSONSchema.BaseSchema, key)]),
    );
  if (type === 'array') return items ? [ofSchema(items as z.core.JSONSchema.BaseSchema, name)] : [];
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return type === 'number' || type === 'integer' ? numberOf(name) : textOf(name);
}

/** An example of a value in a column of a table. */
export function ofColumn(name: string, type: string): unknown {
  if (/int|numeric|real|double/i.test(type)) return numberOf(name);
  if (/bool/i.test(type)) return true;
  if (/timestamp/i.test(type)) return date;
  return /blob|bytea/i.test(type) ? Buffer.from('a') : textOf(name);
}

type RowOf = (table: string, withId?: boolean) => Promise<Record<string, unknown>>;

export class TypeExamples {
  readonly #given: Examples;
  readonly #rowOf: RowOf;

  /** `given` by the name of a type, of a constant that a type is made from, or of a function and its parameter. */
  constructor(given: Examples, rowOf: RowOf) {
    this.#given = given;
    this.#rowOf = rowOf;
  }

  /** An example of what a parameter takes; undefined where it may be left out. */
  async ofParameter(file: string, called: string, param: Node): Promise<unknown> {
    const given = `${called}.${param.name ?? ''}`;
    if (given in this.#given) return this.#given[given];
    const node = param.typeAnnotation?.typeAnnotation;
    return node && !param.optional ? this.#of(read(file), node, param.name ?? '') : undefined;
  }

  async #of(module: Module, node: Node, name: string): Promise<unknown> {
    switch (node.type) {
      case 'TSNumberKeyword':
        return numberOf(name);
      case 'TSStringKeyword':
      case 'TSUnknownKeyword':
      case 'TSTemplateLiteralType':
        return textOf(name);
      case 'TSBooleanKeyword':
        return true;
      case 'TSNullKeyword':
        return null;
      case 'TSUndefinedKeyword':
      case 'TSVoidKeyword':
        return undefined;
      case 'TSOptionalType':
        return undefined;
      case 'TSLiteralType':
        return node.literal.value;
      case 'TSParenthesizedType':
        return this.#of(module, node.typeAnnotation, name);
      case 'TSArrayType':
        return [await this.#of(module, node.elementType, name)];
      case 'TSTupleType':
        return this.#all(node.elementTypes, (each) => this.#of(module, each.elementType ?? each, name));
      case 'TSUnionType':
        return this.#of(
          module,
          node.types.find(({ type }: Node) => !/Null|Undefined/.test(type)),
          name,
        );
      case 'TSIntersectionType':
        return Object.assign({}, ...(await this.#all(node.types, (each) => this.#of(module, each, name))));
      case 'TSTypeLiteral':
        return this.#object(module, node.members);
      case 'TSFunctionType':
        return async () => undefined;
      case 'TSTypeOperator':
        return this.#operator(module, node, name);
      case 'TSIndexedAccessType':
        return this.#member(module, node, name);
      case 'TSTypeQuery':
        return this.#value(module, node.exprName.name);
      case 'TSTypeReference':
        return this.#reference(module, node, name);
      default:
        return this.#unknown(module, node);
    }
  }

  async #object(module: Module, members: Node[]): Promise<Record<string, unknown>> {
    const required = members.filter(({ type, optional }) => type === 'TSPropertySignature' && !optional);
    const entries = await this.#all(required, async ({ key, typeAnnotation }) => {
      const name: string = key.name ?? key.value;
      return [name, await this.#of(module, typeAnnotation.typeAnnotation, name)];
    });
    return Object.fromEntries(entries as [string, unknown][]);
  }

  async #operator(module: Module, { operator, typeAnnotation }: Node, name: string): Promise<unknown> {
    const example = await this.#of(module, typeAnnotation, name);
    return operator === 'keyof' ? Object.keys(example as object)[0] : example;
  }

  async #member(module: Module, { objectType, indexType }: Node, name: string): Promise<unknown> {
    if (objectType.typeName?.name === 'Schema') return this.#rowOf(indexType.literal.value);
    const object = (await this.#of(module, objectType, name)) as Record<string, unknown>;
    if (Array.isArray(object)) return object[0];
    const key = await this.#of(module, indexType, name);
    return object[String(key)];
  }

  async #reference(module: Module, node: Node, name: string): Promise<unknown> {
    const type: string = node.typeName.name ?? module.text.slice(node.typeName.start, node.typeName.end);
    if (type in this.#given) return this.#given[type];
    const args: Node[] = node.typeArguments?.params ?? [];
    const example = (index: number) => this.#of(module, args[index], name);
    switch (type) {
      case 'Readonly':
      case 'Partial':
      case 'Required':
      case 'NonNullable':
      case 'Generated':
      case 'ColumnType':
      case 'Exclude':
      case 'Extract':
        return example(0);
      case 'Pick':
      case 'Omit': {
        const keys = await this.#alternatives(module, args[1]);
        const chosen = await this.#all(keys, (each) => this.#of(module, each, name));
        const entries = Object.entries((await example(0)) as object);
        return Object.fromEntries(entries.filter(([key]) => chosen.includes(key) === (type === 'Pick')));
      }
      case 'Selectable':
      case 'Insertable':
      case 'Updateable':
        return this.#rowOf(args[0].indexType.literal.value);
      case 'StoredRow': {
        const row = await this.#rowOf(args[0].literal.value, true);
        return {
          ...row,
          ...(args[1]?.type === 'TSTypeLiteral' ? ((await example(1)) as object) : {}),
        };
      }
      case 'z.infer':
      case 'z.output':
        return ofSchema(
          z.toJSONSchema((await example(0)) as z.ZodType, { unrepresentable: 'any', io: 'output' }),
        );
      case 'Array':
      case 'ReadonlyArray':
      case 'Iterable':
        return [await example(0)];
      case 'Set':
      case 'ReadonlySet':
        return new Set([await example(0)]);
      case 'Map':
      case 'ReadonlyMap':
        return new Map([[await example(0), await example(1)]]);
      case 'Record':
        return Object.fromEntries(
          await this.#all(await this.#alternatives(module, args[0]), async (key) => [
            String(await this.#of(module, key, name)),
            await example(1),
          ]),
        );
      case 'Buffer':
      case 'Uint8Array':
        return Buffer.from('a');
      case 'Date':
        return new Date(date);
      default:
        return this.#declared(module, type, name) ?? this.#unknown(module, node);
    }
  }

  /** The members of a union, also of one that is declared elsewhere in the module. */
  async #alternatives(module: Module, node: Node): Promise<Node[]> {
    const named = module.body
      .map((each) => each.declaration ?? each)
      .find(({ type, id }) => type === 'TSTypeAliasDeclaration' && id.name === node.typeName?.name);
    const found = named?.typeAnnotation ?? node;
    return found.type === 'TSUnionType' ? found.types : [found];
  }

  /** A type of the same module, or of one that it imports. */
  #declared(module: Module, type: string, name: string): Promise<unknown> | undefined {
    for (const node of module.body) {
      const found = node.declaration ?? node;
      if (found.type === 'TSTypeAliasDeclaration' && found.id.name === type)
        return this.#of(module, found.typeAnnotation, name);
      if (found.type === 'TSInterfaceDeclaration' && found.id.name === type)
        return this.#object(module, found.body.body);
    }
    const { file, original } = imported(module, type) ?? {};
    return file && original ? this.#declared(read(file), original, name) : undefined;
  }

  /** The value of a constant, for the types that are made from it. */
  async #value(module: Module, name: string): Promise<unknown> {
    if (name in this.#given) return this.#given[name];
    const { file, original } = imported(module, name) ?? { file: module.file, original: name };
    const loaded = (await import(file)) as Record<string, unknown>;
    if (!(original in loaded)) throw new Error(`Add an example for ${name} of ${file}.`);
    return loaded[original];
  }

  #unknown(module: Module, node: Node): never {
    throw new Error(`Add an example for ${module.text.slice(node.start, node.end)} of ${module.file}.`);
  }

  #all<Result>(nodes: Node[], make: (node: Node) => Promise<Result>): Promise<Result[]> {
    return Promise.all(nodes.map(make));
  }
}

/** Where a name comes from, and how it is called there. */
function imported(module: Module, name: string): { file: string; original: string } | undefined {
  for (const { type, source, specifiers } of module.body) {
    if (type !== 'ImportDeclaration' || !source.value.startsWith('.')) continue;
    const found = specifiers.find(({ local }: Node) => local.name === name);
    if (found?.imported)
      return { file: join(dirname(module.file), source.value), original: found.imported.name };
  }
  return undefined;
}
