import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Blog } from '../../blog/blog.ts';
import type { Viewer } from '../../rules/viewer.ts';
import type { CookieJar, Cookies } from '../request/cookies.ts';
import type { Range } from '../request/ranges.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A validated call on its way to the blog. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  blog: Blog;
  viewer: Viewer;
  address: string;
  userAgent: string;
  params: Params;
  query: Query;
  body: Body;
  /** The raw body, for routes that take an upload. */
  upload: { stream: Readable; contentType: string };
  cookies: Cookies;
  jar: CookieJar;
  status(code: number): void;
  header(name: string, value: string): void;
  setCookies(cookies: readonly string[]): void;
};

export type Route<Answer = unknown> = {
  method: Method;
  path: string;
  summary: string;
  /** Closed by default: a route is for administrators unless it says so. */
  access: 'admin' | 'public';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The name of the file field, for routes that take multipart uploads. */
  uploadField?: string;
  /** Whether the person must have proved who they are a short while ago. */
  confirmed?: boolean;
  /** What floods are counted against, if anything. */
  limit?: 'vote' | 'passkey';
  status: number;
  /** A second status whose answer has the same form. */
  otherStatus?: number;
  /** The answer is a part of a list whose length X-Total-Count tells. */
  counted?: boolean;
  /** The media type of an answer that is a file and not JSON. */
  download?: string;
  answer: z.ZodType;
  handle(call: Call): Promise<Answer>;
};

/** A file on its way to whoever asked for it. */
export type Download = {
  name: string;
  bytes: number;
  /** A strong one: the same bytes, and so a download can go on where it was cut off. */
  etag: string;
  read(part: Range): Promise<AsyncIterable<Uint8Array>>;
};

type Definition<Params, Query, Body, Answer> = {
  access?: 'public';
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  uploadField?: string;
  confirmed?: true;
  limit?: 'vote' | 'passkey';
  status?: number;
  otherStatus?: number;
  counted?: boolean;
  answer: z.ZodType<Answer>;
  handle(call: Call<Params, Query, Body>): Promise<Answer>;
};

export function route<Params, Query, Body, Answer>(
  method: Method,
  path: string,
  summary: string,
  definition: Definition<Params, Query, Body, Answer>,
): Route<Answer> {
  const { access = 'admin', status = 200, handle, ...rest } = definition;
  return { method, path, summary, access, status, handle: handle as Route<Answer>['handle'], ...rest };
}

/** A call whose answer is a file; its bytes are passed on as they come. */
export function download<Params>(
  path: string,
  summary: string,
  definition: {
    confirmed?: true;
    params: z.ZodType<Params>;
    type: string;
    handle(call: Call<Params>): Promise<Download>;
  },
): Route {
  const { type, handle, ...rest } = definition;
  return {
    method: 'GET',
    path,
    summary,
    access: 'admin',
    status: 200,
    download: type,
    answer: z.any(),
    handle: handle as Route['handle'],
    ...rest,
  };
}
