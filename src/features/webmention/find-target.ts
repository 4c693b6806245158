import { pagePathIn } from '../../core/posts/rules/page-paths.ts';
import { byPostId, byTitle, type Whereabouts } from '../../core/posts/store/web-titles.ts';
import { findRedirect } from '../../core/redirects/find-redirect.ts';
import type { Blog } from '../../platform/blog.ts';
import { canonicalPath } from '../../platform/http/request/canonical-path.ts';

const maxRedirects = 3;

/** The id of the public post or page that readers get at this URL, also after redirects of this site; null for all others. */
export async function findTarget(blog: Blog, target: URL): Promise<number | null> {
  let { pathname, search } = target;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const path = canonicalPath(pathname);
    if (path === null) return null;
    const found = await postAt(blog, path, search);
    if (found?.web_title) return found.active === 1 ? found.post_id : null;
    const redirect = await findRedirect(blog, path, search);
    if (!redirect || redirect.destination === 'gone') return null;
    const next = URL.parse(redirect.destination.location, blog.siteUrl());
    if (next?.origin !== new URL(blog.siteUrl()).origin) return null;
    ({ pathname, search } = next);
  }
  return null;
}

async function postAt({ db }: Blog, path: string, search: string): Promise<Whereabouts | undefined> {
  if (path === '/post') {
    const id = new URLSearchParams(search).get('name') ?? '';
    return /^[1-9]\d{0,8}$/.test(id) ? byPostId(db, Number(id)) : undefined;
  }
  const [, segment] = /^\/post\/([^/]+)$/.exec(path) ?? [];
  const title = segment === undefined ? pagePathIn(path) : decodeURIComponent(segment);
  return title === null ? undefined : byTitle(db, title);
}
