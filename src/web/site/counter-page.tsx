import { urls } from '../../contract/urls.ts';
import * as messages from '../../messages/reader.ts';
import { Island } from './island.tsx';
import type { Page } from './page.ts';
import { PageMeta } from './page-meta.tsx';

const largestCount = 1_000_000;

export const counterPage: Page = {
  path: urls.there,
  get: async ({ url }) => {
    const asked = Number.parseInt(url.searchParams.get('count') ?? '', 10) || 0;
    const start = Math.min(Math.max(asked, 0), largestCount);
    return {
      head: (
        <PageMeta title={messages.counterTitle} description={messages.counterDescription} path={urls.there} />
      ),
      main: (
        <>
          <h1 className="visually-hidden">{messages.counterTitle}</h1>
          <Island name="counter" props={{ start }} />
        </>
      ),
    };
  },
};
