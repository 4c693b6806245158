import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { apiContext } from './api.ts';
import { AssetsContext } from './assets.ts';
import { fetchApi } from './fetch-api.ts';
import { readPageData } from './page-data.ts';
import { routes } from './routes.tsx';

const { hydration, assets } = readPageData(document);

/** What the page shows must be here before it is brought to life, or it would flash. */
async function loadMatched(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

await loadMatched();
const router = createBrowserRouter(routes, {
  hydrationData: hydration,
  getContext: () => new RouterContextProvider(new Map([[apiContext, fetchApi]])),
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <AssetsContext value={assets}>
        <RouterProvider router={router} />
      </AssetsContext>
    </StrictMode>,
  );
});
