export const markdownExtension = '.md';

/** The paths of all pages. */
export const urls = {
  home: '/',
  /** The web title of a page is its path. */
  post: (webTitle: string) =>
    webTitle.startsWith('/')
      ? webTitle.split('/').map(encodeURIComponent).join('/')
      : `/post/${encodeURIComponent(webTitle)}`,
  /** The Markdown of a post or page. */
  markdown: (webTitle: string): string => urls.post(webTitle) + markdownExtension,
  directLink: (postId: number) => `/post?name=${postId}`,
  category: (segment: string) => `/filter/${encodeURIComponent(segment)}`,
  tag: (name: string) => `/tag/${encodeURIComponent(name)}`,
  preview: (token: string) => `/preview/${token}`,
  /** Where the owner of a new site chooses name and password. */
  claim: (token: string) => `/claim/${token}`,
  login: '/login',
  /** The action of the form that dismisses the announcement. */
  announcement: '/announcement',
  admin: '/admin',
  addPost: '/admin/add',
  pages: '/admin/pages',
  addPage: '/admin/pages/add',
  /** Renders the values of a post form that are sent to it. */
  typedPreview: '/admin/preview',
  editPost: (postId: number) => `/admin/edit/${postId}`,
  postRevisions: (postId: number) => `/admin/edit/${postId}/revisions`,
  /** Feeds of the site; appended to the path of a tag or a category, feeds of that list. */
  feed: '/feed.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  search: '/search',
  archive: '/archive',
  archiveYear: (year: string) => `/archive/${year}`,
  archiveMonth: (year: string, month: string) => `/archive/${year}/${month}`,
  topics: '/topics',
  there: '/apps/there',
  api: '/webapi',
  /** Where other sites announce that they mention a post. */
  webmention: '/webmention',
} as const;

/** Preview and claim links are secrets: their pages are neither cached nor indexed, and logs omit the rest of the path. */
export const isSecretLink = (path: string): boolean =>
  path.startsWith(urls.preview('')) || path.startsWith(urls.claim(''));
