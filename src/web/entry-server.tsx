import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { urls } from '../contract/urls.ts';
import { type Api, apiContext } from './api.ts';
import { AssetsContext } from './assets.ts';
import { type Assets, pageDataId, writePageData } from './page-data.ts';
import { isBrowserOnly, readersRoutes, routes } from './routes.tsx';

export type Rendered = { status: number; headers: Headers; html: string };

const everything = createStaticHandler(routes);
const forReaders = createStaticHandler(readersRoutes);
const bodyEnd = '</body></html>';

/** A page for a request: its loaders ask `api`. Redirects come back as they are. */
export async function render(
  request: Request,
  options: { api: Api; assets: Assets; onError: (error: unknown) => void },
): Promise<Rendered | Response> {
  const { pathname } = new URL(request.url);
  const handler = pathname.startsWith(urls.admin) ? everything : forReaders;
  const context = await handler.query(request, {
    requestContext: new RouterContextProvider(new Map([[apiContext, options.api]])),
    filterMatchesToLoad: (match) => !isBrowserOnly(match.route.id),
  });
  if (context instanceof Response) return context;
  for (const error of Object.values(context.errors ?? {})) options.onError(error);

  const { assets } = options;
  const body = renderToString(
    <AssetsContext value={assets}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </AssetsContext>,
  );
  const { loaderData, actionData, errors } = context;
  const data = writePageData({ hydration: { loaderData, actionData, errors: publicErrors(errors) }, assets });
  // Of the admin area nothing is here before its scripts are.
  const now = context.matches.some(({ route }) => isBrowserOnly(route.id)) ? 'data-now' : '';
  const tail =
    `<script type="application/json" id="${pageDataId}">${data}</script>` +
    `<script type="module" src="${assets.start}" data-live="${assets.modules.join(' ')}" ${now} fetchpriority="low">` +
    `</script>${bodyEnd}`;
  return {
    status: context.statusCode,
    headers: new Headers(Object.values(context.loaderHeaders).flatMap((headers) => [...headers])),
    html: `<!doctype html>${body.slice(0, -bodyEnd.length)}${tail}`,
  };
}

/** An error response may be told; what else went wrong stays on the server. */
function publicErrors(errors: Record<string, unknown> | null) {
  if (!errors) return null;
  return Object.fromEntries(
    Object.keys(errors).map((id) => [id, { status: (errors[id] as { status?: number })?.status ?? 500 }]),
  );
}
