import type { RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { adminRoutes } from './admin/routes.ts';
import { Root, RootError, rootLoader, staysLoaded } from './root.tsx';
import { directLinkLoader } from './site/direct-link.ts';
import { PostPage, postAction, postLoader } from './site/post-page.tsx';

/** The admin area lives in the browser: the server sends its frame and the browser asks for the data. */
export const isBrowserOnly = (routeId: string): boolean => routeId.startsWith('admin');

export const routes: RouteObject[] = [
  {
    id: 'root',
    path: '/',
    Component: Root,
    ErrorBoundary: RootError,
    loader: rootLoader,
    shouldRevalidate: staysLoaded,
    children: [
      { path: 'post', loader: directLinkLoader },
      { path: 'post/:title', Component: PostPage, loader: postLoader, action: postAction },
      ...adminRoutes,
      { path: '*', loader: () => redirect('/') },
    ],
  },
];
