import { type ErrorCode, Problem } from '../http/problem.ts';
import { urls } from '../http/urls.ts';
import { announceWrite } from './client/events.ts';
import { islandMessages } from './messages.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** The request outlives the page. Browsers limit the bodies of all such requests to 64 KB together. */
  keepalive?: boolean;
};

const writeHeaders: Record<string, string> = {};
/** The user that the page was opened by; the server refuses writes after another user has signed in. */
export function setPageUser(id: number): void {
  writeHeaders['x-user-id'] = String(id);
}

/** The server of a published page: another origin, or empty for its own. Undefined: the page comes from the server. */
const live = (): string | undefined => document.documentElement.dataset.live;

const noAnswer = (): string => islandMessages()[live() === undefined ? 'serverError' : 'serverAway'];

type ApiResponse = { body: unknown; headers: Headers; status: number; isJson: boolean };

/** Calls the web API. Failures are logged to the console and thrown as Problem with a message for the user. */
export async function call(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<ApiResponse> {
  let response = await send(method, path, body, options);
  // The CSRF token may be older than the session: fetch a new one and retry once.
  if (response.status === 403 && method !== 'GET' && isCsrf(response.body)) {
    await send('GET', '/api/admin/auth');
    response = await send(method, path, body, options);
  }
  // Every response of the API is JSON. A captive portal answers 200 with HTML.
  if (response.status >= 400 || !response.isJson) throw responseProblem(`${method} ${path}`, response);
  if (method !== 'GET') announceWrite();
  return response;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  { signal, keepalive = false }: CallOptions = {},
): Promise<ApiResponse> {
  const headers: Record<string, string> = { accept: 'application/json' };
  // The browser names the type of both.
  const isRaw = body instanceof FormData || body instanceof Blob;
  if (body !== undefined && !isRaw) headers['content-type'] = 'application/json';
  // Another origin is called without cookies, so there is nothing to protect with a token.
  const origin = live() ?? '';
  if (method !== 'GET' && !origin)
    Object.assign(headers, writeHeaders, { 'x-xsrf-token': await csrfToken() });
  try {
    const response = await fetch(origin + urls.api + path, {
      method,
      credentials: origin ? 'omit' : 'same-origin',
      headers,
      body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      body: isJson ? await response.json() : null,
      headers: response.headers,
      status: response.status,
      isJson,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    console.error(`${method} ${path}:`, error);
    throw new Problem('unavailable', noAnswer(), { cause: error });
  }
}

const readToken = (): string | undefined => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];

export async function csrfToken(): Promise<string> {
  if (readToken() === undefined) await send('GET', '/api/admin/auth');
  return readToken() ?? '';
}

type ErrorBody = { error?: { code?: ErrorCode; message?: string } } | null;

const isCsrf = (body: unknown): boolean => (body as ErrorBody)?.error?.code === 'csrf';

/** The problem of an unsuccessful response, which is logged to the console as well. */
export function responseProblem(
  request: string,
  { status, body, headers }: Pick<ApiResponse, 'status' | 'body'> & Partial<ApiResponse>,
): Problem {
  const error = (body as ErrorBody)?.error;
  const isExplained = status < 500 || status === 503 || status === 507;
  const problem = new Problem(
    error?.code ?? (status === 401 ? 'no_auth' : 'internal'),
    (isExplained && error?.message) || (error ? islandMessages().serverError : noAnswer()),
    { retryAfter: Number(headers?.get('retry-after')) || 0 },
  );
  console.error(`${request}: ${status} ${problem.message}`);
  return problem;
}
