import { type ErrorCode, Problem } from '../contract/errors.ts';
import { urls } from '../contract/urls.ts';
import { serverError } from '../messages/reader.ts';
import { noteWrite } from './site/client/events.ts';

export type Answer = { body: unknown; headers: Headers; status: number; isJson: boolean };

/** One call of the web API. Failures are logged to the console and thrown as Problem with words for the person. */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await send(method, path, body, signal);
  // The token may be older than the session: get a fresh one and try once more.
  if (answer.status === 403 && method !== 'GET' && isCsrf(answer.body)) {
    await send('GET', '/api/admin/auth');
    return settled(await send(method, path, body, signal), method, path);
  }
  return settled(answer, method, path);
}

function settled(answer: Answer, method: string, path: string): Answer {
  // Every answer of the API is JSON. A captive portal answers 200 with a page of its own.
  if (answer.status < 400 && answer.isJson) {
    if (method !== 'GET') noteWrite();
    return answer;
  }
  const problem = toProblem(answer);
  console.error(`${method} ${path}: ${answer.status} ${problem.message}`);
  throw problem;
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const form = body instanceof FormData;
  if (body !== undefined && !form) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['x-xsrf-token'] = await csrfToken();
  try {
    const response = await fetch(urls.api + path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
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
    throw new Problem('unavailable', serverError, { cause: error });
  }
}

const readToken = (): string | undefined => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];

export async function csrfToken(): Promise<string> {
  if (readToken() === undefined) await send('GET', '/api/admin/auth');
  return readToken() ?? '';
}

type ErrorBody = { error?: { code?: ErrorCode; message?: string } } | null;

const isCsrf = (body: unknown): boolean => (body as ErrorBody)?.error?.code === 'csrf';

function toProblem({ status, body, headers }: Answer): Problem {
  const error = (body as ErrorBody)?.error;
  const clear = status < 500 || status === 503;
  return new Problem(
    error?.code ?? (status === 401 ? 'no_auth' : 'internal'),
    (clear && error?.message) || serverError,
    {
      retryAfter: Number(headers.get('retry-after')) || 0,
    },
  );
}
