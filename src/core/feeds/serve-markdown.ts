import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Blog } from '../../platform/blog.ts';
import { type Document, sendDocument } from '../../platform/http/cache/documents.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { Problem } from '../../platform/http/problem.ts';
import { markdownExtension, urls } from '../../platform/http/urls.ts';
import { type Viewer, visitor } from '../../platform/http/viewer.ts';
import { postIsGone, supportedMethods } from '../../platform/messages/owner.ts';
import { pageAt } from '../posts/page-at.ts';
import { noSuchPost, postForPage } from '../posts/posts.ts';
import { pagePathIn } from '../posts/rules/page-paths.ts';
import { postMarkdown } from './post-markdown.ts';

/** What was at this URL was deleted: status 410. */
class Gone extends Error {}

/**
 * Sends the Markdown of a post (`/post/{title}.md`) or page (`/{path}.md`). It is found, moved and gone as the page is, and
 * cached like it. False for all other paths.
 */
export async function sendMarkdown({
  site,
  context,
  path,
  request,
  response,
  otherwise,
}: Exchange): Promise<boolean> {
  const webTitle = webTitleIn(path);
  if (webTitle === null) return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    throw new Problem('method_not_allowed', supportedMethods(['GET', 'HEAD']));
  }
  const viewer = await context.viewer();
  try {
    if (viewer.admin) sendPrivately(await make(site.blog, viewer, webTitle), request, response);
    else await sendDocument(site, path, (blog) => make(blog, visitor, webTitle), request, response);
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    if (!(await otherwise())) sendGone(response);
  }
  return true;
}

function webTitleIn(path: string): string | null {
  if (!path.endsWith(markdownExtension)) return null;
  const page = path.slice(0, -markdownExtension.length);
  const [, title] = /^\/post\/([^/]+)$/.exec(page) ?? [];
  return title === undefined ? pagePathIn(page) : decodeURIComponent(title);
}

async function make(
  blog: Blog,
  viewer: Viewer,
  webTitle: string,
): Promise<Document | { location: string; status: 301 }> {
  const found = await pageAt(blog, viewer, webTitle, (title) => postForPage(blog, viewer, title));
  if (found === null) throw noSuchPost();
  if (found === 'deleted') throw new Gone();
  if ('movedTo' in found) return { location: urls.markdown(found.movedTo), status: 301 };
  const { post: page } = found.page;
  return {
    type: 'text/markdown; charset=utf-8',
    body: await postMarkdown(blog, page),
    // Search engines take the page for the original.
    headers: [['link', `<${blog.siteUrl()}${urls.post(page.post_title_web)}>; rel="canonical"`]],
  };
}

/** An administrator sees inactive posts, too. */
function sendPrivately(
  made: Document | { location: string; status: 301 },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader('cache-control', 'private, no-store');
  if ('location' in made) {
    response.statusCode = made.status;
    response.setHeader('location', made.location);
    response.end();
    return;
  }
  response.setHeader('content-type', made.type);
  response.end(request.method === 'HEAD' ? undefined : made.body);
}

function sendGone(response: ServerResponse): void {
  response.statusCode = 410;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('cache-control', 'public, no-cache');
  response.end(`${postIsGone}\n`);
}
