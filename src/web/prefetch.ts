import { type LoaderFunction, matchRoutes, type RouteObject, type RouterContextProvider } from 'react-router';

const kept = new Map<string, { until: number; answer: Promise<unknown> }>();
const keptAtMost = 8;
const freshMs = 10_000;

/** Screens whose loaders take what was fetched ahead, when it is there and fresh. */
export function prefetchable(routes: RouteObject[]): RouteObject[] {
  for (const route of routes) {
    const { children, loader } = route;
    if (children) prefetchable(children);
    else if (typeof loader === 'function')
      route.loader = (args, handlerContext) => {
        const ahead = kept.get(args.request.url);
        kept.delete(args.request.url);
        return ahead && ahead.until > Date.now() ? ahead.answer : loader(args, handlerContext);
      };
  }
  return routes;
}

/** Fetches what a screen needs before it is asked for, for the few links that somebody is about to follow. */
export function prefetch(url: URL, routes: RouteObject[], context: RouterContextProvider): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const { href } = url;
  if (connection?.saveData || (kept.get(href)?.until ?? 0) > Date.now()) return;
  const match = matchRoutes(routes, url)?.at(-1);
  if (!match || match.route.id?.startsWith('admin')) return;
  const { route, params } = match;
  if (typeof route.lazy === 'function') route.lazy().catch(() => {});
  if (typeof route.loader !== 'function') return;
  const args: Parameters<LoaderFunction>[0] = {
    request: new Request(href),
    url,
    pattern: '',
    params,
    context,
  };
  const answer = Promise.resolve(route.loader(args));
  answer.catch(() => kept.delete(href));
  kept.set(href, { until: Date.now() + freshMs, answer });
  const [oldest] = kept.keys();
  if (kept.size > keptAtMost && oldest) kept.delete(oldest);
}
