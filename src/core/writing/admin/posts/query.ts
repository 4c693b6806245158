import { t } from '../../../../platform/messages/translate.ts';
import { postStatuses } from '../../../posts/api/post-kinds.ts';

/** The orders of the list, by their name in the URL. */
export const orders = {
  newest: { name: t('Newest first'), sort: 'date', order: 'desc' },
  oldest: { name: t('Oldest first'), sort: 'date', order: 'asc' },
  title: { name: t('Title A to Z'), sort: 'title', order: 'asc' },
  'title-down': { name: t('Title Z to A'), sort: 'title', order: 'desc' },
  votes: { name: t('Most votes'), sort: 'votes', order: 'desc' },
  'votes-up': { name: t('Fewest votes'), sort: 'votes', order: 'asc' },
} as const;
type OrderName = keyof typeof orders;

export function orderOf(params: URLSearchParams): OrderName {
  const name = params.get('order') ?? '';
  return Object.hasOwn(orders, name) ? (name as OrderName) : 'newest';
}

/** The query for the API. Values in the URL that the API would reject are left out. */
export function readQuery(params: URLSearchParams) {
  const category = params.get('category') ?? '';
  const { sort, order } = orders[orderOf(params)];
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    status: postStatuses.find((status) => status === params.get('status')) ?? ('' as const),
    category: /^\d{1,9}$/.test(category) ? category : '',
    sort,
    order,
  };
}
