import path from 'node:path';
import { z } from 'zod';
import { route } from '../../platform/http/api/route.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { noSuchPage } from '../../platform/messages/owner.ts';
import { packageRoot } from '../../platform/process/package-root.ts';
import { handbookHit, handbookPage, handbookQuery } from './api.ts';
import type { RenderedPage } from './handbook.ts';

let read: Map<string, RenderedPage> | undefined;

/** Read when someone asks for it, and kept: most sites never do. */
async function handbook(): Promise<Map<string, RenderedPage>> {
  const { readHandbook } = await import('./handbook.ts');
  read ??= readHandbook(path.join(packageRoot, docsFolder), (name) => `${urls.admin}/handbook/${name}`);
  return read;
}

/** The build copies the pages, because a package for Debian has its documentation elsewhere. */
const docsFolder = import.meta.filename.endsWith('.ts') ? 'docs' : 'dist/resources/docs';

export const handbookRoutes = [
  route('GET', '/api/admin/handbook', 'Sections of the handbook that contain all words of a query', {
    query: handbookQuery,
    response: z.array(handbookHit),
    handle: async ({ query }) => {
      const { searchHandbook } = await import('./handbook.ts');
      return searchHandbook((await handbook()).values(), query.q);
    },
  }),
  route('GET', '/api/admin/handbook/:page', 'A page of the handbook', {
    params: z.object({ page: z.string() }),
    response: handbookPage,
    handle: async ({ params }) => {
      const page = (await handbook()).get(params.page);
      if (!page) throw new Problem('not_found', noSuchPage);
      const { name, title, html } = page;
      return { name, title, html };
    },
  }),
];
