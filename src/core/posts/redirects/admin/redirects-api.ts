import type { Page } from '../../../../platform/admin/data/admin-api.ts';
import { call } from '../../../../platform/web/fetch-json.ts';
import type { NewRedirect, Redirect, UnknownPath } from '../api.ts';

const redirects = '/api/admin/redirects';
const unknown = '/api/admin/unknown-paths';

/** The calls of the screen Redirects. */
export const redirectsApi = {
  list: async (query: Record<string, string | number>): Promise<Page<Redirect>> => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== '') search.set(name, String(value));
    const { body, headers } = await call('GET', `${redirects}?${search}`);
    return { items: body as Redirect[], total: Number(headers.get('x-total-count')) };
  },
  add: async (redirect: NewRedirect): Promise<Redirect> =>
    (await call('POST', redirects, redirect)).body as Redirect,
  remove: (id: number) => call('DELETE', `${redirects}/${id}`),
  removeOfImport: async (id: string): Promise<number> =>
    ((await call('DELETE', `${redirects}/import/${id}`)).body as { deleted: number }).deleted,
  unknown: async (): Promise<UnknownPath[]> => (await call('GET', unknown)).body as UnknownPath[],
  forgetUnknown: () => call('DELETE', unknown),
};
