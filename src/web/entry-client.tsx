import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  matchRoutes,
  RouterContextProvider,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { apiContext } from './api.ts';
import { AssetsContext } from './assets.ts';
import { fetchApi } from './fetch-api.ts';
import { followLinks } from './links.ts';
import { readPageData } from './page-data.ts';
import { prefetch, prefetchable } from './prefetch.ts';
import { routes } from './routes.tsx';
import './ui/styles.css';

const { hydration, assets } = readPageData(document);
const getContext = () => new RouterContextProvider(new Map([[apiContext, fetchApi]]));

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

/** What createBrowserRouter does, whose file brings along every component of the router. */
const startRouter = () =>
  createRouter({
    routes: prefetchable(routes),
    history: createBrowserHistory(),
    hydrationData: hydration,
    getContext,
    mapRouteProperties,
    hydrationRouteProperties,
  }).initialize();

/** Between two steps the browser may answer to who scrolls or types. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

async function bringToLife(): Promise<void> {
  await breath();
  await loadMatched();
  await breath();
  const router = startRouter();
  await breath();
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
  followLinks({
    open: (path) => void router.navigate(path),
    prepare: (url) => prefetch(url, routes, getContext()),
  });
}

void bringToLife();
