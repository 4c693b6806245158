export type Answer<Body = unknown> = {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if the response is not JSON. */
  body: Body;
  text: string;
};

export type RequestOptions = {
  /** Added to the default headers, or replacing them; null omits a header. */
  headers?: Record<string, string | null>;
  /** False sends no CSRF token, like a cross-site request. */
  token?: boolean;
};

/** Calls the web API like a browser on the site: stores cookies, sends the CSRF token and the site's origin. */
export class Client {
  readonly baseUrl: string;
  readonly cookies = new Map<string, string>();
  #last = Date.now();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  get<Body = unknown>(path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.request('GET', path, undefined, options);
  }

  post<Body = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.request('POST', path, body, options);
  }

  put<Body = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.request('PUT', path, body, options);
  }

  delete<Body = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.request('DELETE', path, body, options);
  }

  async login(username = 'admin', password = 'correct horse battery'): Promise<Answer<{ status: string }>> {
    await this.get('/webapi/api/admin/auth');
    return this.post('/webapi/api/admin/auth', { username, password });
  }

  /** Plain objects are sent as JSON; strings, forms and bytes unchanged. */
  async request<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<Answer<Body>> {
    const raw = isRaw(body);
    const headers = this.#headers(method, options.token ?? true);
    if (body !== undefined && !raw) headers.set('Content-Type', 'application/json');
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const began = Date.now();
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    }).catch((error) => {
      throw new Error(
        `${method} ${path}, ${Date.now() - began} ms after it began and ${began - this.#last} ms after the last answer: ${error.cause ?? error}`,
        { cause: error },
      );
    });
    this.#keepCookies(response.headers.getSetCookie());
    const text = await response.text();
    this.#last = Date.now();
    const isJson = /[/+]json\b/.test(response.headers.get('Content-Type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text ? JSON.parse(text) : undefined) as Body,
      text,
    };
  }

  #headers(method: string, sendToken: boolean): Headers {
    const headers = new Headers();
    if (this.cookies.size > 0) {
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    if (method === 'GET' || method === 'HEAD') return headers;
    headers.set('Origin', new URL(this.baseUrl).origin);
    const token = this.cookies.get('XSRF-TOKEN');
    if (token !== undefined && sendToken) headers.set('X-XSRF-TOKEN', decodeURIComponent(token));
    return headers;
  }

  #keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
      const maxAge = attributes.find((attribute) => /^max-age=/i.test(attribute))?.slice('max-age='.length);
      const gone = maxAge === undefined ? expires && Date.parse(expires) <= Date.now() : Number(maxAge) <= 0;
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1));
    }
  }
}

function isRaw(
  body: unknown,
): body is string | FormData | URLSearchParams | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return (
    typeof body === 'string' ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body)
  );
}
