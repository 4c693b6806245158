/// <reference types="vite/client" />
import { type RouteObject, redirect } from 'react-router';
import { urls } from '../contract/urls.ts';
import { adminRoutes } from './admin/routes.ts';
import { Root, RootError, rootLoader, staysLoaded } from './root.tsx';
import { directLinkLoader } from './site/direct-link.ts';
import { ListPage, listLoader } from './site/list-page.tsx';
import { PostPage, postAction, postLoader } from './site/post-page.tsx';
import { ScreenError } from './site/screen-error.tsx';

/** The admin area lives in the browser: the server sends its frame and the browser asks for the data. */
export const isBrowserOnly = (routeId: string): boolean => routeId.startsWith('admin');

const list = { Component: ListPage, loader: listLoader };

const routesWith = (others: RouteObject[]): RouteObject[] => [
  {
    id: 'root',
    path: '/',
    Component: Root,
    ErrorBoundary: RootError,
    loader: rootLoader,
    shouldRevalidate: staysLoaded,
    children: [
      {
        id: 'screens',
        ErrorBoundary: ScreenError,
        children: [
          { index: true, ...list },
          { path: 'filter/:category', ...list },
          { path: 'tag/:tag', ...list },
          { path: 'post', loader: directLinkLoader },
          // Only plain forms are sent here; scripts call the API.
          {
            path: 'post/:title',
            Component: PostPage,
            loader: postLoader,
            ...(import.meta.env.SSR && { action: postAction }),
          },
          { path: 'preview/:token', lazy: () => import('./site/preview-page.tsx') },
          { path: 'login', lazy: () => import('./site/login/login-page.tsx') },
          { path: 'apps/there', lazy: () => import('./site/counter-page.tsx') },
          { path: 'search', lazy: () => import('./site/search/search-page.tsx') },
          ...['', 'tag/:tag/', 'filter/:category/'].map((list) => ({
            path: `${list}feed.xml`,
            lazy: () => import('./site/feed/feed-page.tsx'),
          })),
          { path: '*', loader: () => redirect(urls.home) },
          // At the end: routes without a name are told by their place, here and there.
          ...others,
        ],
      },
    ],
  },
];

/** By itself the router also matches /Preview/…, past every check of the path that was made before. */
const caseSensitive = (list: RouteObject[]): RouteObject[] =>
  list.map(
    (route) =>
      ({
        ...route,
        caseSensitive: true,
        ...(route.children && { children: caseSensitive(route.children) }),
      }) as RouteObject,
  );

export const routes = caseSensitive(routesWith(adminRoutes));
/** For pages that are made on the server: there are fewer to look through. */
export const readersRoutes = caseSensitive(routesWith([]));
