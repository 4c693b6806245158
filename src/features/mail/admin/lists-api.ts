import type { Page } from '../../../platform/admin/data/admin-api.ts';
import { urls } from '../../../platform/http/urls.ts';
import { call } from '../../../platform/web/fetch-json.ts';
import {
  type Delivery,
  type DeliveryState,
  type Newsletter,
  type NewsletterDetail,
  newslettersPath,
  type RetryState,
} from '../api/newsletters.ts';
import {
  type Subscriber,
  type SubscriberCounts,
  type SubscriberImport,
  type SubscriberSnapshot,
  subscribersPath,
} from '../api/subscribers.ts';

type Query = Record<string, string | number>;

const request = async <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
  (await call(method, path, body)).body as Body;

function search(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== '') params.set(name, String(value));
  return `?${params}`;
}

async function page<Item>(path: string, query: Query): Promise<Page<Item>> {
  const { body, headers } = await call('GET', path + search(query));
  return { items: body as Item[], total: Number(headers.get('x-total-count')) };
}

const changed = async (path: string, body?: unknown): Promise<number> =>
  (await request<{ changed: number }>('POST', path, body)).changed;

/** The calls of the screens Subscribers and Newsletters. */
export const mailListsApi = {
  subscribers: (query: Query) => page<Subscriber>(subscribersPath, query),
  counts: () => request<SubscriberCounts>('GET', `${subscribersPath}/counts`),
  snapshot: (query: Query) => request<SubscriberSnapshot>('GET', `${subscribersPath}/ids${search(query)}`),
  remove: async (ids: readonly number[]): Promise<number> =>
    (await request<{ deleted: number }>('POST', `${subscribersPath}/delete`, { ids })).deleted,
  importList: (list: Blob | string, consent: boolean) =>
    request<SubscriberImport>(
      'POST',
      `${subscribersPath}/import?consent=${consent ? 'yes' : 'no'}`,
      new Blob([list], { type: 'application/octet-stream' }),
    ),
  exportFile: `${urls.api}${subscribersPath}/file`,

  newsletters: (query: Query) => page<Newsletter>(newslettersPath, query),
  newsletter: (id: number) => request<NewsletterDetail>('GET', `${newslettersPath}/${id}`),
  deliveries: (id: number, state: DeliveryState, query: Query) =>
    page<Delivery>(`${newslettersPath}/${id}/deliveries`, { ...query, state }),
  cancel: (id: number) => changed(`${newslettersPath}/${id}/cancel`),
  sendAgain: (id: number, state: RetryState) => changed(`${newslettersPath}/${id}/retry`, { state }),
};
