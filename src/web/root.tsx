import { type ReactNode, use } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
} from 'react-router';
import { urls } from '../contract/urls.ts';
import { apiContext } from './api.ts';
import { AssetsContext } from './assets.ts';
import './ui/styles.css';

export async function rootLoader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const [site, announcement] = await Promise.all([api.site(), api.announcement()]);
  return { site, announcement };
}

export const staysLoaded = () => false;

export function Root() {
  const { site } = useLoaderData<typeof rootLoader>();
  return (
    <Page>
      <title>{site.site_name}</title>
      <header>
        <Link to={urls.home}>{site.site_name}</Link>
      </header>
      <main>
        <Outlet />
      </main>
      <ScrollRestoration />
    </Page>
  );
}

/** The document around every screen. */
function Page({ children }: { children: ReactNode }) {
  const { styles } = use(AssetsContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

export function RootError() {
  const error = useRouteError() as { status?: number } | undefined;
  const missing = error?.status === 404;
  return (
    <Page>
      <title>{missing ? 'Not found' : 'Something went wrong'}</title>
      <main>
        <h1>{missing ? 'This page is not here.' : 'Something went wrong.'}</h1>
        <a href={urls.home}>Back to the first page</a>
      </main>
    </Page>
  );
}
