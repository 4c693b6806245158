import type { Comment } from '../contract/comments.ts';
import { noFilter } from '../contract/limits.ts';
import type { Post, PostAddress, PostCard } from '../contract/posts.ts';
import type { SearchHit } from '../contract/search.ts';
import type { Announcement, PublicSite } from '../contract/site.ts';
import type { Voted } from '../contract/votes.ts';
import type { Api } from './api.ts';
import { call } from './fetch-json.ts';

const part = encodeURIComponent;
const read = async <Body>(path: string): Promise<Body> => (await call('GET', path)).body as Body;

export const fetchApi: Api = {
  frame: async () => {
    const both = [read<PublicSite>('/api/site'), read<Announcement>('/tasks/1')] as const;
    const [site, announcement] = await Promise.all(both);
    return { site, announcement };
  },
  signedIn: async () => (await read<{ status: string }>('/api/admin/auth')).status === 'auth',
  posts: async ({ limit, offset }, { category = noFilter, tag = noFilter }) => {
    const answer = await call('GET', `/api/posts/${limit}/${offset}/${part(category)}/${part(tag)}`);
    return { cards: answer.body as PostCard[], total: Number(answer.headers.get('x-total-count')) };
  },
  post: (webTitle) => read<Post>(`/api/posts/${part(webTitle)}/directByTitle`),
  address: (of) =>
    read<PostAddress>(`/api/address?${'title' in of ? `title=${part(of.title)}` : `post=${of.post}`}`),
  preview: (token) => read<Post>(`/api/previews/${part(token)}`),
  related: (topic, exceptId) => read<PostCard[]>(`/api/posts/${part(topic)}/${exceptId}/random`),
  search: async (query, { limit, offset }) => {
    const answer = await call('GET', `/api/search/${limit}/${offset}?q=${part(query)}`);
    return { hits: answer.body as SearchHit[], total: Number(answer.headers.get('x-total-count')) };
  },
  vote: async (postId) => (await call('POST', `/api/vote/${postId}`, { voteVal: 1, postId })).body as Voted,
  comment: async (postId, input) =>
    (await call('POST', `/api/posts/comment/${postId}`, input)).body as Comment,
};
