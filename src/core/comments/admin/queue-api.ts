import { adminApi, type Page } from '../../../platform/admin/data/admin-api.ts';
import { call } from '../../../platform/web/fetch-json.ts';
import type { BulkModeration, Comment, QueueSnapshot } from '../api/comments.ts';
import type { CommentBlock, Person, PersonState } from '../api/people.ts';

const comments = '/api/admin/comments';
const people = '/api/admin/people';
const blocks = '/api/admin/blocks';

/** The calls of the moderation queue and of the screen People. */
export const queueApi = {
  approve: (ids: number[], state: boolean) => adminApi.approveMany(ids, state),
  /** As spam, it trains the filter. */
  remove: (ids: number[], spam: boolean) =>
    call('DELETE', `${comments}?ids=${ids.join(',')}&spam=${spam ? 1 : 0}`),
  restore: (ids: number[]) => call('POST', `${comments}/restore`, { ids }),
  snapshot: async (state: string): Promise<QueueSnapshot> =>
    (await call('GET', `${comments}/ids${state && `?state=${state}`}`)).body as QueueSnapshot,
  bulk: async (change: BulkModeration): Promise<number[]> =>
    ((await call('POST', `${comments}/bulk`, change)).body as { ids: number[] }).ids,
  answer: async (id: number, comment_text: string, approve: boolean): Promise<Comment> =>
    (await call('POST', `${comments}/${id}/answer`, { comment_text, approve })).body as Comment,
  edit: async (id: number, comment_text: string): Promise<Comment> =>
    (await call('PUT', `/api/posts/comment/${id}`, { comment_text })).body as Comment,

  people: async (state: PersonState, range: { limit: number; offset: number }): Promise<Page<Person>> => {
    const query = new URLSearchParams({ state, limit: `${range.limit}`, offset: `${range.offset}` });
    const { body, headers } = await call('GET', `${people}?${query}`);
    return { items: body as Person[], total: Number(headers.get('x-total-count')) };
  },
  setAuthor: async (commentId: number, state: PersonState): Promise<Person> =>
    (await call('PUT', `${comments}/${commentId}/person`, { state })).body as Person,
  forgetPerson: (person: string) => call('DELETE', `${people}?person=${encodeURIComponent(person)}`),
  blocks: async (): Promise<CommentBlock[]> => (await call('GET', blocks)).body as CommentBlock[],
  blockWord: async (word: string): Promise<CommentBlock> =>
    (await call('POST', blocks, { word })).body as CommentBlock,
  blockAddress: async (comment_id: number): Promise<CommentBlock> =>
    (await call('POST', blocks, { comment_id })).body as CommentBlock,
  removeBlock: (id: number) => call('DELETE', `${blocks}/${id}`),
};
