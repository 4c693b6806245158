/** Where things are. Screens, feeds and redirects all ask here. */
export const urls = {
  home: '/',
  post: (webTitle: string) => `/post/${encodeURIComponent(webTitle)}`,
  directLink: (postId: number) => `/post?name=${postId}`,
  category: (segment: string) => `/filter/${encodeURIComponent(segment)}`,
  tag: (name: string) => `/tag/${encodeURIComponent(name)}`,
  preview: (token: string) => `/preview/${token}`,
  login: '/login',
  /** Where the form that dismisses the announcement goes. */
  announcement: '/announcement',
  admin: '/admin',
  addPost: '/admin/add',
  editPost: (postId: number) => `/admin/edit/${postId}`,
  postRevisions: (postId: number) => `/admin/edit/${postId}/revisions`,
  /** Feeds of the site; below the address of a tag or a category, feeds of that list. */
  feed: '/feed.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  search: '/search',
  there: '/apps/there',
  api: '/webapi',
} as const;
