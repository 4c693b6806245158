import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Blog } from '../../blog.ts';
import type { RateLimitName } from '../limits/rate-limit.ts';
import type { CookieJar, Cookies } from '../request/cookies.ts';
import type { Range } from '../request/ranges.ts';
import type { Scope } from '../scopes.ts';
import type { Viewer } from '../viewer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An authorized call with validated input. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  blog: Blog;
  viewer: Viewer;
  ip: string;
  userAgent: string;
  params: Params;
  query: Query;
  body: Body;
  /** The unread body, for routes that take an upload. */
  upload: { stream: Readable; contentType: string; bytes(limit: number): Promise<Uint8Array> };
  cookies: Cookies;
  jar: CookieJar;
  status(code: number): void;
  header(name: string, value: string): void;
  setCookies(cookies: readonly string[]): void;
};

export type Route<Response = unknown> = {
  method: Method;
  path: string;
  summary: string;
  access: 'admin' | 'public';
  /** An access token with one of these scopes may call it; without any, only a session may. */
  scope?: readonly Scope[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The name of the file field, for routes that take multipart uploads. */
  uploadField?: string;
  /** For routes that take plain bytes. */
  takesBytes?: boolean;
  /** The administrator must have entered the password or a passkey within the last minutes. */
  recentlyAuthenticated?: boolean;
  rateLimit?: RateLimitName;
  status: number;
  /** A second status whose response has the same schema. */
  otherStatus?: number;
  /** The response is one page of a list whose length is in X-Total-Count; `bounded`: long lists are not counted to the end. */
  totalCount?: boolean | 'bounded';
  /** The media type of a response that is a file instead of JSON. */
  download?: string;
  response: z.ZodType;
  handle(call: Call): Promise<Response>;
};

/**
 * A route with the types of its call. The browser is typed by them (`platform/web/fetch-calls.ts`), so that neither side can name
 * another path or method, or send and expect something else.
 */
export type Declared<
  Verb extends Method,
  Path extends string,
  Query,
  Body,
  Response,
  Counted,
> = Route<Response> & {
  method: Verb;
  path: Path;
  /** Never set. */
  types?: { query: Query; body: Body; response: Response; counted: Counted };
};

export type Download = {
  name: string;
  bytes: number;
  /** A strong ETag, so that an interrupted download can be resumed. */
  etag: string;
  read(part: Range): Promise<AsyncIterable<Uint8Array>>;
};

/** A file whose length is not known before it is sent; it cannot be resumed. */
export type StreamedDownload = { name: string; stream: AsyncIterable<string> };

type Definition<Params, Query, QueryInput, Body, BodyInput, Response, Counted> = {
  /** Closed by default: without it, a route is for administrators only. */
  access?: 'public';
  scope?: readonly Scope[];
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query, QueryInput>;
  body?: z.ZodType<Body, BodyInput>;
  uploadField?: string;
  takesBytes?: true;
  recentlyAuthenticated?: true;
  rateLimit?: RateLimitName;
  status?: number;
  otherStatus?: number;
  totalCount?: Counted;
  response: z.ZodType<Response>;
  handle(call: Call<Params, Query, Body>): Promise<Response>;
};

export function route<
  Verb extends Method,
  Path extends string,
  Params,
  Query,
  Body,
  Response,
  QueryInput = object,
  BodyInput = object,
  Counted extends boolean | 'bounded' = false,
>(
  method: Verb,
  path: Path,
  summary: string,
  definition: Definition<Params, Query, QueryInput, Body, BodyInput, Response, Counted>,
): Declared<Verb, Path, QueryInput, BodyInput, Response, Counted> {
  const { access = 'admin', status = 200, handle, ...rest } = definition;
  return { method, path, summary, access, status, handle: handle as Route<Response>['handle'], ...rest };
}

/** A route whose response is a file, which is streamed. */
export function download<Path extends string, Params>(
  path: Path,
  summary: string,
  definition: {
    recentlyAuthenticated?: true;
    scope?: readonly Scope[];
    params: z.ZodType<Params>;
    type: string;
    handle(call: Call<Params>): Promise<Download | StreamedDownload>;
  },
): Declared<'GET', Path, object, object, never, false> {
  const { type, handle, ...rest } = definition;
  return {
    method: 'GET',
    path,
    summary,
    access: 'admin',
    status: 200,
    download: type,
    response: z.any(),
    handle: handle as Route<never>['handle'],
    ...rest,
  };
}
