import type { Declared, Method } from '../http/api/route.ts';
import { type CallOptions, call as request } from './fetch-json.ts';

/** A route of the server, of which only the types get here. */
// biome-ignore lint/suspicious/noExplicitAny: of any types
export type AnyRoute = Declared<any, any, any, any, any, any>;
export type RouteAt<Routes extends readonly AnyRoute[], Verb, Path> = Extract<
  Routes[number],
  { method: Verb; path: Path }
>;
export type TypesOf<Route> =
  Route extends Declared<Method, string, infer Query, infer Body, infer Response, infer Counted>
    ? { query: Query; body: Body; response: Response; counted: Counted }
    : never;

export type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | NamesIn<Tail>
    : Rest
  : never;
/** Numbers are written as digits, and fields that are empty are left out. */
type InUrl<Value> = Value extends string ? (string extends Value ? string | number : Value) : Value;
type QueryOf<Query> = {
  [Name in keyof Query]: InUrl<Query[Name]> | (undefined extends Query[Name] ? '' : never);
};
export type InputOf<Path extends string, Types extends { query: unknown; body: unknown }> = {
  [Name in NamesIn<Path>]: string | number;
} & QueryOf<Types['query']> &
  Types['body'];

type Options = CallOptions & { upload?: FormData | Blob };
type KeyOf<Input> = Input extends unknown ? keyof Input : never;
export type Arguments<Input> =
  KeyOf<Input> extends never
    ? [input?: Record<string, never>, options?: Options]
    : object extends Input
      ? [input?: Input, options?: Options]
      : [input: Input, options?: Options];

type Fields = Record<string, unknown>;

/** The URL of a call below /webapi, and the fields of its input that are not in the path. */
export function resolve(path: string, input: Fields): { path: string; rest: Fields } {
  const rest = { ...input };
  const resolved = path.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  return { path: resolved, rest };
}

function withQuery(path: string, fields: Fields): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The input of a call is one object: what is not in the path is the query of a read or deletion, or else the body. */
export function send(
  method: Method,
  route: string,
  input: Fields = {},
  { upload, ...options }: Options = {},
) {
  const { path, rest } = resolve(route, input);
  const hasQuery = upload !== undefined || method === 'GET' || method === 'DELETE';
  return request(method, hasQuery ? withQuery(path, rest) : path, hasQuery ? upload : rest, options);
}

/**
 * The calls of a list of routes: `const { call } = callsOf<typeof voteRoutes>()`. Islands download it; what only the admin area needs is
 * in `platform/admin/data/calls.ts`.
 */
export function callsOf<Routes extends readonly AnyRoute[]>() {
  type Paths<Verb> = Extract<Routes[number], { method: Verb }>['path'] & string;
  type At<Verb, Path> = TypesOf<RouteAt<Routes, Verb, Path>>;
  type Input<Verb, Path extends string> = InputOf<Path, At<Verb, Path>>;

  return {
    call:
      <Verb extends Method, Path extends Paths<Verb>>(method: Verb, path: Path) =>
      async (...[input, options]: Arguments<Input<Verb, Path>>): Promise<At<Verb, Path>['response']> =>
        (await send(method, path, input, options)).body as At<Verb, Path>['response'],
  };
}
