const answers = '/fediverse/answers/';
const replies = '/replies';

/** The paths of the blog as an actor of the fediverse. */
export const fediverseUrls = {
  /** The first segment of all of them but the well-known ones. */
  base: '/fediverse',
  actor: '/fediverse/actor',
  /** Also the shared inbox: there is one actor. */
  inbox: '/fediverse/inbox',
  outbox: '/fediverse/outbox',
  followers: '/fediverse/followers',
  following: '/fediverse/following',
  /** A post that was published again after it was deleted elsewhere has a further version, and so another id. */
  post: (id: number, version = 1) => `/fediverse/posts/${id}${version > 1 ? `/${version}` : ''}`,
  replies: (id: number, version = 1) => fediverseUrls.post(id, version) + replies,
  answers,
  answer: (id: number, version = 1) => `${answers}${id}${version > 1 ? `/${version}` : ''}`,
  webFinger: '/.well-known/webfinger',
  nodeInfoLinks: '/.well-known/nodeinfo',
  nodeInfo: '/nodeinfo/2.1',
  nodeInfo20: '/nodeinfo/2.0',
  hostMeta: '/.well-known/host-meta',
} as const;

const objectPath = /^\/fediverse\/(posts|answers)\/([1-9]\d{0,8})(?:\/([1-9]\d{0,4}))?$/;

/** The post or answer that a path identifies. */
export function objectAt(path: string): { kind: 'post' | 'answer'; id: number; version: number } | null {
  const [, noun, id, version = '1'] = objectPath.exec(path) ?? [];
  // Version 1 has one spelling.
  if (!noun || (version === '1' && path.split('/').length > 4)) return null;
  return { kind: noun === 'posts' ? 'post' : 'answer', id: Number(id), version: Number(version) };
}

/** The post whose replies are at a path. */
export const repliesAt = (path: string) =>
  path.endsWith(replies) && !path.startsWith(answers) ? objectAt(path.slice(0, -replies.length)) : null;
