import type { ActivityEntry } from '../../../contract/activity.ts';
import type { Backup } from '../../../contract/backups.ts';
import type { Category } from '../../../contract/categories.ts';
import type { Comment, QueuedComment } from '../../../contract/comments.ts';
import type { Image, ImageUse, LibraryImage } from '../../../contract/images.ts';
import type { Session, User } from '../../../contract/owner.ts';
import type { AdminPost, Post } from '../../../contract/posts.ts';
import type { Announcement, Overview, Shared, Site } from '../../../contract/site.ts';
import type { Tag } from '../../../contract/tags.ts';
import type { Passkey, WaysIn } from '../../../contract/sign-in-methods.ts';
import type {
  Draft,
  DraftHead,
  DraftState,
  FullRevision,
  NewDraft,
  Preview,
  Revision,
  SharedPreview,
} from '../../../contract/writing.ts';
import { call } from '../../fetch-json.ts';

const part = encodeURIComponent;

/** One call whose answer is the thing itself. */
async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  return (await call(method, path, body)).body as Body;
}

export type Page<Item> = { items: Item[]; total: number };

async function page<Item>(path: string, query: Record<string, string | number>): Promise<Page<Item>> {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const { body, headers } = await call('GET', `${path}?${search}`);
  return { items: body as Item[], total: Number(headers.get('x-total-count')) };
}

export type PostText = {
  post_title: string;
  post_content: string;
  active: boolean;
  /** When it becomes active by itself. */
  scheduled_date: string | null;
};
export type PostTextChange = PostText & { post_title_web?: string };

export const adminApi = {
  signedIn: async () => (await ask<{ status: string }>('GET', '/api/admin/auth')).status === 'auth',
  posts: (query: Record<string, string | number>) =>
    page<AdminPost>('/api/admin/posts', { ...query, brief: 1 }),
  post: async (id: number): Promise<Post> => {
    const [post] = await ask<[Post]>('GET', `/api/posts/${id}`);
    return post;
  },
  createPost: (text: PostText, drafts: DraftState[]) => ask<Post>('POST', '/api/posts', { ...text, drafts }),
  savePost: (id: number, text: PostTextChange, version: number, drafts: DraftState[]) =>
    ask<Post>('PUT', `/api/posts/${id}`, { ...text, version, drafts }),
  revisions: (id: number) => ask<Revision[]>('GET', `/api/admin/posts/${id}/revisions`),
  revision: (id: number, revisionId: number) =>
    ask<FullRevision>('GET', `/api/admin/posts/${id}/revisions/${revisionId}`),
  restoreRevision: (id: number, revisionId: number) =>
    ask<Post>('POST', `/api/admin/posts/${id}/revisions/${revisionId}/restore`, {}),
  previews: (id: number) => ask<Preview[]>('GET', `/api/admin/posts/${id}/previews`),
  sharePreview: (id: number) => ask<SharedPreview>('POST', `/api/admin/posts/${id}/previews`, {}),
  endPreview: (id: number, previewId: number) =>
    ask('DELETE', `/api/admin/posts/${id}/previews/${previewId}`),
  drafts: () => ask<DraftHead[]>('GET', '/api/admin/drafts'),
  draft: (id: string) => ask<Draft>('GET', `/api/admin/drafts/${part(id)}`),
  keepDraft: (id: string, draft: NewDraft) => ask<DraftHead>('PUT', `/api/admin/drafts/${part(id)}`, draft),
  dropDraft: (id: string, sequence?: number) =>
    ask('DELETE', `/api/admin/drafts/${part(id)}${sequence === undefined ? '' : `?sequence=${sequence}`}`),
  setStatus: (id: number, active: 0 | 1) => ask('PUT', `/api/posts/status/${id}/${active}`, {}),
  removePost: (id: number) => ask('DELETE', `/api/posts/${id}`),
  setCategory: (postId: number, categoryId: number) =>
    ask<Post>('PUT', `/api/admin/cat/${postId}/${categoryId}`, { state: true }),
  share: (id: number) => ask<Shared[]>('POST', `/api/twitterImage/${id}`, { tweet: 'tweet' }),

  addTag: (postId: number, name: string) => ask<Tag>('POST', `/api/tag/${postId}/${part(name)}`, {}),
  removeTag: (id: number) => ask('DELETE', `/api/tag/${id}`),

  images: (query: Record<string, string | number>) => page<LibraryImage>('/api/image', query),
  imageUses: (id: number) => ask<ImageUse[]>('GET', `/api/image/${id}/uses`),
  makeMain: (postId: number, imageId: number) =>
    ask<Image>('PUT', `/api/admin/image/main/${postId}/${imageId}`, {}),
  removeImage: (postId: number, imageId: number) =>
    ask('DELETE', `/api/assoc/postimage/${postId}/${imageId}`),

  commentsOf: (postId: number) => ask<Comment[]>('GET', `/api/posts/comment/all/${postId}`),
  comments: (query: Record<string, string | number>) => page<QueuedComment>('/api/admin/comments', query),
  approve: (commentId: number, state: boolean) =>
    ask<Comment>('PUT', `/api/posts/comment/approve/${commentId}`, { state }),
  approveMany: (ids: number[], state: boolean) =>
    ask<Comment[]>('PUT', '/api/admin/comments', { ids, state }),
  removeComments: (ids: number[]) => ask('DELETE', `/api/admin/comments?ids=${ids.join(',')}`),

  categories: () => ask<Category[]>('GET', '/api/cat/all/'),
  createCategory: (category_path: string) => ask<Category>('POST', '/api/admin/cat', { category_path }),
  renameCategory: (id: number, category_path: string) =>
    ask<Category>('PUT', `/api/admin/cat/${id}`, { category_path }),
  removeCategory: (id: number) => ask('DELETE', `/api/admin/cat/${id}`),

  users: () => ask<User[]>('GET', '/api/admin/users'),
  addUser: (username: string, password: string) =>
    ask<User>('POST', '/api/admin/users', { username, password }),
  changePassword: (id: number, password: string) => ask<User>('PUT', `/api/admin/users/${id}`, { password }),
  removeUser: (id: number) => ask('DELETE', `/api/admin/users/${id}`),
  sessions: () => ask<Session[]>('GET', '/api/admin/sessions'),
  endSession: (id: string) => ask('DELETE', `/api/admin/sessions/${part(id)}`),
  endOtherSessions: () => ask<{ ended: number }>('DELETE', '/api/admin/sessions'),
  waysIn: () => ask<WaysIn>('GET', '/api/admin/ways-in'),
  addPasskey: (name: string, passkey: unknown) =>
    ask<Passkey>('POST', '/api/admin/passkeys', { name, passkey }),
  removePasskey: (id: number) => ask('DELETE', `/api/admin/passkeys/${id}`),
  setSecondFactor: (on: boolean) => ask<WaysIn>('PUT', '/api/admin/second-factor', { on }),
  newRecoveryCodes: async (): Promise<string[]> =>
    (await ask<{ codes: string[] }>('POST', '/api/admin/recovery-codes', {})).codes,
  /** Refused when the last proof is too old; for what is no call, like a download. */
  confirmed: () => ask('GET', '/api/admin/confirm'),
  confirm: (proof: { password: string } | { passkey: unknown }) => ask('POST', '/api/admin/confirm', proof),
  activity: (query: Record<string, string | number>) => page<ActivityEntry>('/api/admin/activity', query),
  signOut: () => ask('DELETE', '/api/admin/auth'),

  site: () => ask<Site>('GET', '/api/admin/site'),
  saveSite: (site: Site) => ask<Site>('PUT', '/api/admin/site', site),
  announcement: () => ask<Announcement>('GET', '/tasks/1'),
  saveAnnouncement: (announcement: Omit<Announcement, 'id'>) =>
    ask<Announcement>('PUT', '/tasks/1', announcement),
  backUp: () => ask<Backup>('POST', '/api/admin/backups', {}),
  overview: () => ask<Overview>('GET', '/api/admin/overview'),
};
