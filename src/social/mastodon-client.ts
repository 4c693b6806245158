import type { createRestAPIClient, mastodon } from 'masto';
import type { Outgoing } from '../outgoing/client.ts';

/** The library's client for Mastodon on our way out: by itself it knows no other than the global fetch. */
export async function mastodonClient(
  props: Parameters<typeof createRestAPIClient>[0],
  fetch: Outgoing['fetch'],
): Promise<mastodon.rest.Client> {
  const [
    { MastoHttpError },
    { BaseHttp },
    { createActionProxy, HttpActionDispatcher },
    { HttpActionDispatcherHookMastodon },
    { HttpConfigImpl },
    { SerializerNativeImpl },
  ] = await Promise.all([
    import('masto'),
    // biome-ignore lint/style/noRestrictedImports: a folder of the library, not our floor of that name
    import('masto/adapters/http/base-http.js'),
    import('masto/adapters/action/index.js'),
    import('masto/adapters/action/dispatcher-http-hook-mastodon.js'),
    import('masto/adapters/config/index.js'),
    import('masto/adapters/serializers/index.js'),
  ]);
  const serializer = new SerializerNativeImpl();
  const config = new HttpConfigImpl(props, serializer);

  class GuardedHttp extends BaseHttp {
    async request<T>(params: Parameters<InstanceType<typeof BaseHttp>['request']>[0]) {
      const { method, path, search, encoding = 'json', requestInit = {} } = params;
      const body = serializer.serialize(encoding as 'json', params.body) as BodyInit | undefined;
      const init = config.mergeRequestInitWithDefaults(requestInit);
      const headers = new Headers(init.headers);
      if (typeof body === 'string') headers.set('content-type', 'application/json');
      const response = await fetch(config.resolvePath(path, search), {
        ...init,
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (!response.ok)
        throw new MastoHttpError(
          { statusCode: response.status, message: errorIn(text) },
          { cause: response },
        );
      return { headers: response.headers, data: serializer.deserialize<T>('json', text) };
    }
  }

  const http = new GuardedHttp();
  const dispatcher = new HttpActionDispatcher(http, new HttpActionDispatcherHookMastodon(http));
  return createActionProxy(dispatcher, { context: ['api'] });
}

/** The server's own words. Some servers, and the proxies in front of them, send HTML with an error status. */
function errorIn(body: string): string {
  try {
    const { error } = JSON.parse(body);
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}
