import { noTransport, perform } from '../../platform/http/api/perform.ts';
import type { RequestContext, Site } from '../../platform/http/context.ts';
import type { Administrator } from '../../platform/http/viewer.ts';

type Input = { params?: object; query?: object; body?: object };

/** Performs a call of the web API, such as `GET /api/posts/:id`, in the name of an app: with its scopes and the rules of the call. */
export type Calls = {
  has(name: string): boolean;
  call<Result>(name: string, input?: Input): Promise<Result>;
};

/** No cookie is used beside an access token. */
const noCookies = { session: undefined, anonymous: undefined };

export function callsAs(site: Site, context: RequestContext, viewer: Administrator): Calls {
  const find = (name: string) => site.routes.find(({ method, path }) => `${method} ${path}` === name);
  return {
    has: (name) => find(name) !== undefined,
    call: async <Result>(name: string, { params = {}, query = {}, body }: Input = {}) => {
      const route = find(name);
      if (!route) throw new Error(`No such call: ${name}`);
      const strings = (values: object) =>
        Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
      const input = { params: strings(params), query: strings(query), body };
      const transport = { ...noTransport, userAgent: context.userAgent };
      return (await perform(
        site,
        route,
        { ...context, cookies: noCookies },
        viewer,
        input,
        transport,
      )) as Result;
    },
  };
}
