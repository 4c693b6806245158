import type { Session, User } from '../../../core/accounts/api/owner.ts';
import type { ChangedPhoto, Profile, ProfileChange } from '../../../core/accounts/api/profiles.ts';
import type { Passkey, SignInMethods } from '../../../core/accounts/api/sign-in-methods.ts';
import type { Comment, QueuedComment } from '../../../core/comments/api/comments.ts';
import type { Image, ImageUse, LibraryImage } from '../../../core/images/api/images.ts';
import type { Media } from '../../../core/images/api/media.ts';
import type { BulkChange, BulkResult } from '../../../core/posts/api/bulk.ts';
import type { PostText } from '../../../core/posts/api/post-fields.ts';
import type { PostKind } from '../../../core/posts/api/post-kinds.ts';
import type { AdminPost, Post } from '../../../core/posts/api/posts.ts';
import type { BinEntry, BinItem, Restored } from '../../../core/posts/bin/api.ts';
import type {
  Category,
  CategoryRename,
  RenamedCategory,
} from '../../../core/posts/taxonomy/api/categories.ts';
import type { Tag, TagSuggestion } from '../../../core/posts/taxonomy/api/tags.ts';
import type { PostSettings } from '../../../core/posts/writing/api/post-settings.ts';
import type {
  BinnedDraft,
  CurrentVersion,
  Draft,
  DraftHead,
  DraftState,
  FullRevision,
  NewDraft,
  Preview,
  Revision,
  SentDraft,
  SharedPreview,
} from '../../../core/posts/writing/api/writing.ts';
import type { ActivityEntry } from '../../../core/site/api/activity.ts';
import type { CustomCss } from '../../../core/site/api/custom-css.ts';
import type { FirstQuestions, FirstRun, FirstRunAnswers } from '../../../core/site/api/first-run.ts';
import type { Menu } from '../../../core/site/api/menu.ts';
import type {
  Announcement,
  ChangedSiteImages,
  Overview,
  Shared,
  Site,
  SiteImageName,
  SiteImages,
} from '../../../core/site/api/site.ts';
import type { VersionInfo } from '../../../core/site/api/version.ts';
import type { BackupState } from '../../../features/backup/api.ts';
import type { ChangeableShare, Conversation } from '../../../features/conversation/api.ts';
import type { FediverseStatus } from '../../../features/fediverse/api.ts';
import type { MailSettings, MailSetup } from '../../../features/mail/api/mail.ts';
import type { MailDomain, MailTest } from '../../../features/mail/api/setup.ts';
import type { MailPreview, WritingMail } from '../../../features/mail/api/writing.ts';
import type { SentMention } from '../../../features/webmention/api.ts';
import { type CallOptions, call } from '../../web/fetch-json.ts';
import { removing } from './no-room-in-bin.ts';

const encode = encodeURIComponent;

async function request<Body>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Body> {
  return (await call(method, path, body, options)).body as Body;
}

export type Page<Item> = {
  items: Item[];
  total: number;
  /** Whether there are more than `total`, because counting them all would take too long. */
  isMinimum?: boolean;
};

async function page<Item>(path: string, query: Record<string, string | number>): Promise<Page<Item>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== '') search.set(name, String(value));
  const { body, headers } = await call('GET', `${path}?${search}`);
  return {
    items: body as Item[],
    total: Number(headers.get('x-total-count')),
    isMinimum: headers.has('x-total-count-is-minimum'),
  };
}

export type PostInput = PostText & {
  kind: PostKind;
  active: boolean;
  /** When the post is published automatically. */
  scheduled_date: string | null;
  post_title_web?: string;
} & Partial<PostSettings>;

/** `isRepeated`: an earlier request created the post, whose response was lost. */
export type Created = { post: Post; isRepeated: boolean };

/** Null: the own profile. */
const profilePath = (id: number | null): string =>
  id === null ? '/api/admin/profile' : `/api/admin/users/${id}/profile`;

const toBin = (path: string) =>
  removing(
    () => request('DELETE', path),
    () => request('DELETE', `${path}?for_good=true`),
  );

export const adminApi = {
  signedIn: async () => (await request<{ status: string }>('GET', '/api/admin/auth')).status === 'auth',
  posts: (query: Record<string, string | number>) =>
    page<AdminPost>('/api/admin/posts', { ...query, brief: 1 }),
  post: async (id: number): Promise<Post> => {
    const [post] = await request<[Post]>('GET', `/api/posts/${id}`);
    return post;
  },
  createPost: async (text: PostInput, drafts: DraftState[], creation_id: string): Promise<Created> => {
    const { body, status } = await call('POST', '/api/posts', { ...text, drafts, creation_id });
    return { post: body as Post, isRepeated: status === 200 };
  },
  savePost: (id: number, text: PostInput, version: number, drafts: DraftState[]) =>
    request<Post>('PUT', `/api/posts/${id}`, { ...text, version, drafts }),
  revisions: (id: number) => request<Revision[]>('GET', `/api/admin/posts/${id}/revisions`),
  revision: (id: number, revisionId: number) =>
    request<FullRevision>('GET', `/api/admin/posts/${id}/revisions/${revisionId}`),
  currentVersion: (id: number) => request<CurrentVersion>('GET', `/api/admin/posts/${id}/current-version`),
  textOfVersion: (id: number, version: number) =>
    request<PostText>('GET', `/api/admin/posts/${id}/versions/${version}`),
  restoreRevision: (id: number, revisionId: number) =>
    request<Post>('POST', `/api/admin/posts/${id}/revisions/${revisionId}/restore`, {}),
  sentMentions: (id: number) => request<SentMention[]>('GET', `/api/admin/posts/${id}/mentions`),
  previews: (id: number) => request<Preview[]>('GET', `/api/admin/posts/${id}/previews`),
  sharePreview: (id: number) => request<SharedPreview>('POST', `/api/admin/posts/${id}/previews`, {}),
  endPreview: (id: number, previewId: number) =>
    request('DELETE', `/api/admin/posts/${id}/previews/${previewId}`),
  drafts: () => request<DraftHead[]>('GET', '/api/admin/drafts'),
  draft: (id: string) => request<Draft>('GET', `/api/admin/drafts/${encode(id)}`),
  saveDraft: (id: string, draft: NewDraft, keepalive: boolean) =>
    request<SentDraft>('PUT', `/api/admin/drafts/${encode(id)}`, draft, { keepalive }),
  moveDraftToBin: async (id: string) =>
    (await request<{ in_bin: boolean }>('DELETE', `/api/admin/drafts/${encode(id)}`)).in_bin,
  deleteDraft: (id: string, sequence: number) =>
    request('DELETE', `/api/admin/drafts/${encode(id)}?for_good=true&sequence=${sequence}`),
  restoreDraft: (id: string) => request<DraftHead>('POST', `/api/admin/drafts/${encode(id)}/restore`, {}),
  draftsInBin: () => request<BinnedDraft[]>('GET', '/api/admin/bin/drafts'),
  duplicatePost: (id: number) => request<Post>('POST', `/api/admin/posts/${id}/duplicate`, {}),
  tags: (search: string) => request<TagSuggestion[]>('GET', `/api/admin/tags?search=${encode(search)}`),
  tagsNamed: (names: readonly string[]) =>
    request<TagSuggestion[]>('GET', `/api/admin/tags?names=${encode(names.join(','))}`),
  renameTag: (name: string, display_name: string) =>
    request<TagSuggestion>('PUT', `/api/admin/tags/${encode(name)}`, { display_name }),
  setStatus: (id: number, active: 0 | 1) => request('PUT', `/api/posts/status/${id}/${active}`, {}),
  removePost: (id: number) => toBin(`/api/posts/${id}`),
  setCategory: (postId: number, categoryId: number) =>
    request<Post>('PUT', `/api/admin/cat/${postId}/${categoryId}`, { state: true }),
  share: (id: number) => request<Shared[]>('POST', `/api/twitterImage/${id}`, { tweet: 'tweet' }),
  changeableShares: (id: number) => request<ChangeableShare[]>('GET', `/api/admin/posts/${id}/shares`),
  changeShares: (id: number, action: 'update' | 'delete', networks: readonly string[]) =>
    request<Shared[]>('POST', `/api/admin/posts/${id}/shares/${action}`, { networks }),

  addTag: (postId: number, name: string) => request<Tag>('POST', `/api/tag/${postId}/${encode(name)}`, {}),
  removeTag: (id: number) => request('DELETE', `/api/tag/${id}`),

  bulk: (change: BulkChange) => request<BulkResult[]>('POST', '/api/admin/posts/bulk', change),
  bin: (query: Record<string, string | number>) => page<BinEntry>('/api/admin/bin', query),
  restore: (items: BinItem[]) => request<Restored[]>('POST', '/api/admin/bin/restore', { items }),
  deleteForGood: ({ kind, id }: BinItem) => request('DELETE', `/api/admin/bin/${kind}/${id}`),
  emptyBin: () => request<{ deleted: number }>('DELETE', '/api/admin/bin'),

  images: (query: Record<string, string | number>) => page<LibraryImage>('/api/image', query),
  imageUses: (id: number) => request<ImageUse[]>('GET', `/api/image/${id}/uses`),
  setAlt: (id: number, alt: string) => request<Image>('PUT', `/api/image/${id}`, { alt }),
  makeMain: (postId: number, imageId: number) =>
    request<Image>('PUT', `/api/admin/image/main/${postId}/${imageId}`, {}),
  removeImage: (postId: number, imageId: number) => toBin(`/api/assoc/postimage/${postId}/${imageId}`),

  media: (query: Record<string, string | number>) => page<Media>('/api/admin/media', query),
  mediaUses: (id: number) => request<ImageUse[]>('GET', `/api/admin/media/${id}/uses`),
  removeMedia: (id: number) => request('DELETE', `/api/admin/media/${id}`),

  /** All comments of a post, oldest first, unless there are very many; `total` counts them. */
  commentsOf: (postId: number, offset: number) =>
    page<Comment>(`/api/posts/comment/all/${postId}`, { offset }),
  comments: (query: Record<string, string | number>) => page<QueuedComment>('/api/admin/comments', query),
  approve: (commentId: number, state: boolean) =>
    request<Comment>('PUT', `/api/posts/comment/approve/${commentId}`, { state }),
  approveMany: (ids: number[], state: boolean) =>
    request<Comment[]>('PUT', '/api/admin/comments', { ids, state }),

  categories: () => request<Category[]>('GET', '/api/cat/all/'),
  createCategory: (category_path: string) => request<Category>('POST', '/api/admin/cat', { category_path }),
  renameCategory: (id: number, category_path: string, title: string) =>
    request<RenamedCategory>('PUT', `/api/admin/cat/${id}`, { category_path, title }),
  categoryRename: () => request<{ rename: CategoryRename | null }>('GET', '/api/admin/category-rename'),
  removeCategory: (id: number) => request('DELETE', `/api/admin/cat/${id}`),

  users: () => request<User[]>('GET', '/api/admin/users'),
  addUser: (username: string, password: string) =>
    request<User>('POST', '/api/admin/users', { username, password }),
  changePassword: (id: number, password: string) =>
    request<User>('PUT', `/api/admin/users/${id}`, { password }),
  removeUser: (id: number) => request('DELETE', `/api/admin/users/${id}`),
  profiles: () => request<Profile[]>('GET', '/api/admin/profiles'),
  profile: (id: number | null) => request<Profile>('GET', profilePath(id)),
  uploadPhoto: (id: number, file: File) => {
    const form = new FormData();
    form.set('image', file);
    return request<ChangedPhoto>('POST', `${profilePath(id)}/photo`, form);
  },
  removePhoto: (id: number) => request<ChangedPhoto>('DELETE', `${profilePath(id)}/photo`),
  saveProfile: (id: number | null, change: ProfileChange) => request<Profile>('PUT', profilePath(id), change),
  sessions: () => request<Session[]>('GET', '/api/admin/sessions'),
  endSession: (id: string) => request('DELETE', `/api/admin/sessions/${encode(id)}`),
  endOtherSessions: () => request<{ ended: number }>('DELETE', '/api/admin/sessions'),
  signInMethods: () => request<SignInMethods>('GET', '/api/admin/ways-in'),
  addPasskey: (name: string, passkey: unknown) =>
    request<Passkey>('POST', '/api/admin/passkeys', { name, passkey }),
  removePasskey: (id: number) => request('DELETE', `/api/admin/passkeys/${id}`),
  setSecondFactor: (on: boolean) => request<SignInMethods>('PUT', '/api/admin/second-factor', { on }),
  newRecoveryCodes: async (): Promise<string[]> =>
    (await request<{ codes: string[] }>('POST', '/api/admin/recovery-codes', {})).codes,
  /** Fails if the user must re-authenticate first: for downloads, which are not requests of this script. */
  checkRecentSignIn: () => request('GET', '/api/admin/confirm'),
  reauthenticate: (credential: { password: string } | { passkey: unknown }) =>
    request('POST', '/api/admin/confirm', credential),
  version: () => request<VersionInfo>('GET', '/api/admin/version'),
  activity: (query: Record<string, string | number>) => page<ActivityEntry>('/api/admin/activity', query),
  signOut: () => request('DELETE', '/api/admin/auth'),

  site: () => request<Site>('GET', '/api/admin/site'),
  conversation: () => request<Conversation>('GET', '/api/admin/conversation'),
  fediverse: () => request<FediverseStatus>('GET', '/api/admin/fediverse'),
  mail: () => request<MailSetup>('GET', '/api/admin/mail'),
  writingMail: (postId: number | null) =>
    request<WritingMail>('GET', `/api/admin/mail/writing${postId === null ? '' : `?post=${postId}`}`),
  previewMail: (typed: NewDraft) => request<MailPreview>('POST', '/api/admin/mail/preview', typed),
  sendTestOfPost: (typed: NewDraft) =>
    request<{ address: string }>('POST', '/api/admin/mail/test-post', typed),
  saveMail: (change: Partial<MailSettings>) => request<MailSetup>('PUT', '/api/admin/mail', change),
  testMail: () => request<MailTest>('POST', '/api/admin/mail/test', {}),
  mailDomain: () => request<MailDomain>('GET', '/api/admin/mail/domain'),
  checkMailDomain: () => request<MailDomain>('POST', '/api/admin/mail/domain/check', {}),
  makeDkimKey: () => request<MailDomain>('POST', '/api/admin/mail/dkim', {}),
  switchDkim: (is_off: boolean) => request<MailDomain>('PUT', '/api/admin/mail/dkim', { is_off }),
  menu: () => request<Menu>('GET', '/api/admin/menu'),
  saveMenu: (change: Pick<Menu, 'version' | 'footer_text'> & { header: unknown; footer: unknown }) =>
    request<Menu>('PUT', '/api/admin/menu', change),
  saveSite: (site: Partial<Site>) => request<Site>('PUT', '/api/admin/site', site),
  siteImages: () => request<SiteImages>('GET', '/api/admin/site/images'),
  uploadSiteImage: (name: SiteImageName, file: File) => {
    const form = new FormData();
    form.set('image', file);
    return request<ChangedSiteImages>('POST', `/api/admin/site/images/${name}`, form);
  },
  removeSiteImage: (name: SiteImageName) =>
    request<ChangedSiteImages>('DELETE', `/api/admin/site/images/${name}`),
  firstRun: () => request<FirstQuestions>('GET', '/api/admin/first-run'),
  finishFirstRun: (answers: FirstRunAnswers) => request<FirstRun>('POST', '/api/admin/first-run', answers),
  customCss: () => request<CustomCss>('GET', '/api/admin/custom-css'),
  saveCustomCss: (source: string) => request<CustomCss>('PUT', '/api/admin/custom-css', { source }),
  checkCustomCss: (source: string) => request<CustomCss>('POST', '/api/admin/custom-css/check', { source }),
  announcement: () => request<Announcement>('GET', '/tasks/1'),
  saveAnnouncement: (announcement: Omit<Announcement, 'id'>) =>
    request<Announcement>('PUT', '/tasks/1', announcement),
  startBackup: () => request<BackupState>('POST', '/api/admin/backup-jobs', {}),
  backupState: () => request<BackupState>('GET', '/api/admin/backup-jobs'),
  overview: () => request<Overview>('GET', '/api/admin/overview'),
};
