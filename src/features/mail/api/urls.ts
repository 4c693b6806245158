const base = '/subscribe';
const comments = '/mail/comments';

/** The paths of links in mails, and of the form for subscribers. None is cached or indexed. */
export const mailUrls = {
  subscribe: base,
  /** The token is single-use. */
  confirmSubscription: (token: string) => `${base}/confirm/${token}`,
  /** `signed` comes from `signedId(blog, 'subscriber', id)`. */
  subscription: (signed: string) => `${base}/${signed}`,
  /** What `List-Unsubscribe` names: GET shows a button, POST unsubscribes. */
  unsubscribe: (signed: string) => `${base}/${signed}/stop`,
  confirmCommenter: (token: string) => `${comments}/confirm/${token}`,
  /** `signed` comes from `signedId(blog, 'commenter', id)`. */
  stopCommenter: (signed: string) => `${comments}/${signed}/stop`,
  moderate: (token: string) => `/mail/moderate/${token}`,
  /** A stored image as JPEG. */
  image: (name: string) => `/mail/images/${name}`,
} as const;

/** Whether a path is one of these. */
export const isMailPath = (path: string): boolean =>
  path === base || path.startsWith(`${base}/`) || path.startsWith('/mail/');

/** Paths that take a POST from anywhere: programs for mail send it for a recipient (RFC 8058), without cookie or origin. */
export const isOneClickPath = (path: string): boolean =>
  /^(?:\/subscribe|\/mail\/comments)\/\d[\w-]*\/stop$/.test(path);

/** Paths that take a POST without cookie or origin, because their token or signature alone allows what it does. */
export const isAuthorizedByLink = (path: string): boolean =>
  isOneClickPath(path) || path.startsWith(mailUrls.moderate(''));
