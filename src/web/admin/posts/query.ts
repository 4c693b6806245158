import { pageNumber } from '../controls/pager.tsx';

export const postsPerPage = 20;

/** The orders that the list can be in, as its address names them. */
export const orders = {
  newest: { name: 'Newest first', sort: 'date', order: 'desc' },
  oldest: { name: 'Oldest first', sort: 'date', order: 'asc' },
  title: { name: 'Title A to Z', sort: 'title', order: 'asc' },
  'title-down': { name: 'Title Z to A', sort: 'title', order: 'desc' },
  votes: { name: 'Most votes', sort: 'votes', order: 'desc' },
  'votes-up': { name: 'Fewest votes', sort: 'votes', order: 'asc' },
} as const;
export type OrderName = keyof typeof orders;

export function orderOf(params: URLSearchParams): OrderName {
  const name = params.get('order') ?? '';
  return Object.hasOwn(orders, name) ? (name as OrderName) : 'newest';
}

/** What the server is asked for: whatever an address holds, the call is well-formed. */
export function readQuery(params: URLSearchParams) {
  const status = params.get('status') ?? '';
  const category = params.get('category') ?? '';
  const { sort, order } = orders[orderOf(params)];
  return {
    limit: postsPerPage,
    offset: (pageNumber(params) - 1) * postsPerPage,
    search: (params.get('search') ?? '').slice(0, 200),
    status: ['active', 'inactive'].includes(status) ? status : '',
    category: /^\d{1,9}$/.test(category) ? category : '',
    sort,
    order,
  };
}
