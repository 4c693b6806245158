import type { Post } from '../../../core/posts/api/posts.ts';
import { byTitle } from '../../../core/posts/store/web-titles.ts';
import type { Category } from '../../../core/posts/terms/api/categories.ts';
import { removePost } from '../../../core/posts/write-posts.ts';
import { type Blog, partOf } from '../../../platform/blog.ts';
import { receive } from '../../../platform/files/uploads.ts';
import { inLanguage, statusOf, toProblem } from '../../../platform/http/errors.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { type Administrator, actorOf, hasScope } from '../../../platform/http/viewer.ts';
import { scopeMissing } from '../../../platform/messages/owner.ts';
import { escapeHtml } from '../../../platform/web/escape-html.ts';
import { bearerToken } from '../bearer.ts';
import { type Calls, callsAs } from '../calls.ts';
import { addGivenImages, inboxOf, requireMedia, requireMediaFor } from '../images.ts';
import { answeredPreflight, requireMethod, sendJson } from '../oauth/endpoints.ts';
import { administratorOf } from '../tokens/tokens.ts';
import { appUrls } from '../urls.ts';
import { changeOf, imagesOf, linksOf, propertiesOf, updated } from './properties.ts';
import { invalidRequest, MicropubRefusal, type MicropubRequest, readRequest } from './request.ts';

/** The networks that posts can be shared on, if there are any. */
const networks = partOf<readonly { name: string }[] | undefined>('networks');

type Work = { blog: Blog; viewer: Administrator; calls: Calls };
type Answered = { status: number; location?: string; body?: unknown };

/** The Micropub endpoint and its media endpoint. No cookie is looked at. */
export async function answerMicropub(exchange: Exchange): Promise<boolean> {
  const { site, path, request, response } = exchange;
  if (answeredPreflight(exchange)) return true;
  requireMethod(exchange, ...(path === appUrls.media ? ['POST'] : ['GET', 'POST']));
  response.setHeader('access-control-expose-headers', 'location');
  try {
    const answered = await site.queue.runNow(() => answer(exchange));
    if (answered.location) response.setHeader('location', answered.location);
    if (answered.body !== undefined) sendJson(response, answered.status, answered.body);
    else {
      response.statusCode = answered.status;
      response.setHeader('access-control-allow-origin', '*');
      response.end();
    }
  } catch (error) {
    const problem =
      error instanceof MicropubRefusal ? null : inLanguage(toProblem(error), site.language.lastKnown());
    if (problem && statusOf(problem) >= 500) throw error;
    if (problem?.retryAfter) response.setHeader('retry-after', String(problem.retryAfter));
    // Micropub has status 401 also for a token that lacks a scope.
    const status =
      problem?.code === 'forbidden' ? 401 : problem ? statusOf(problem) : (error as MicropubRefusal).status;
    if (status === 401) response.setHeader('www-authenticate', 'Bearer');
    const code = problem ? codeOf(problem) : (error as MicropubRefusal).error;
    sendJson(response, status, { error: code, error_description: (problem ?? (error as Error)).message });
    request.resume();
  }
  return true;
}

const codeOf = ({ code }: Problem): string =>
  code === 'no_auth' ? 'unauthorized' : code === 'forbidden' ? 'insufficient_scope' : 'invalid_request';

async function answer(exchange: Exchange): Promise<Answered> {
  const { site, path, search, request, context } = exchange;
  const workAs = async (token: string | null | undefined): Promise<Work> => {
    if (!token) throw new MicropubRefusal(401, 'unauthorized', 'Send an access token.');
    const viewer = await administratorOf(site.blog, token);
    const blog = { ...site.blog, actor: actorOf(viewer, context.ip, context.userAgent) };
    return { blog, viewer, calls: callsAs(site, context, viewer) };
  };
  const inHeader = bearerToken(request);
  if (request.method === 'GET') return query(await workAs(inHeader), new URLSearchParams(search));
  // Before a body is read, because it may be large.
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  const early = inHeader || !isForm ? await workAs(inHeader) : null;
  if (path === appUrls.media) return upload(early ?? (await workAs(null)), exchange);
  await using sent = await readRequest(request, site.blog.uploadFolder);
  if (inHeader && sent.accessToken) throw invalidRequest('Send the access token once.');
  const work = early ?? (await workAs(sent.accessToken));
  if (sent.action === 'create') return await create(work, sent);
  if (sent.action === 'undelete') return await undelete(work, sent.url);
  const post = await postAt(work, sent.url);
  if (sent.action === 'update') return await update(work, post, sent);
  await work.calls.call('DELETE /api/posts/:id', { params: { id: post.id } });
  return { status: 204 };
}

const urlOf = ({ blog }: Work, { post_title_web }: Pick<Post, 'post_title_web'>): string =>
  blog.siteUrl() + urls.post(post_title_web);

/** The web title in a URL of this site. */
function titleAt({ blog }: Work, url: string): string {
  const parsed = URL.parse(url);
  if (parsed?.origin !== new URL(blog.siteUrl()).origin) throw invalidRequest('The URL is not of this site.');
  const path = decodeURIComponent(parsed.pathname);
  return path.startsWith('/post/') ? path.slice('/post/'.length) : path;
}

async function postAt(work: Work, url: string): Promise<Post> {
  const { post_title_web: title } = await work.calls.call<{ post_title_web: string | null }>(
    'GET /api/address',
    {
      query: { title: titleAt(work, url) },
    },
  );
  if (title === null) throw invalidRequest('This post was deleted.');
  return work.calls.call<Post>('GET /api/posts/:title/directByTitle', { params: { title } });
}

const categoriesOf = ({ calls }: Work) => calls.call<Category[]>('GET /api/cat/all');

async function create(work: Work, sent: MicropubRequest): Promise<Answered> {
  const { blog, viewer, calls } = work;
  if (sent.type !== 'h-entry') throw invalidRequest('Only entries can be created here.');
  if (Object.keys(sent.properties).length === 0 && sent.files.length === 0)
    throw invalidRequest('The entry has no properties.');
  const change = changeOf(sent.properties, await categoriesOf(work));
  const images = imagesOf(sent);
  requireMediaFor(blog, viewer, images);
  // A token that may not publish writes drafts, as an app that asks for no status expects to be able to.
  const isPublic = change.active !== false && hasScope(viewer, 'publish');
  const isLater = change.post_date !== undefined && Date.parse(change.post_date) > blog.now().getTime();
  const state =
    isLater && isPublic ? { active: false, scheduled_date: change.post_date } : { active: isPublic };
  const { post_title = '', post_content = '' } = change;
  const text = { ...change, post_title, post_content: linksOf(sent.properties) + post_content };
  const body = { ...text, ...(images.length > 0 ? { active: false } : state) };
  let post = await createWithSlug(calls, body);
  if (images.length > 0) {
    const { id } = post;
    const added = await addGivenImages(blog, viewer, id, images).catch(async (error) => {
      // The app sends the post again: two of them would be one too many.
      await removePost(blog, id);
      throw error;
    });
    const figures = added.map(
      ({ file_path, alt }) => `<figure><img src="${file_path}" alt="${escapeHtml(alt)}"></figure>`,
    );
    const post_content = [text.post_content, ...figures].join('\n');
    post = await calls.call<Post>('PUT /api/posts/:id', {
      params: { id: post.id },
      body: { post_content, ...state, main_image_id: added[0]?.id ?? null },
    });
  }
  await syndicate(work, post, [
    ...(sent.properties['mp-syndicate-to'] ?? []),
    ...(sent.properties['syndicate-to'] ?? []),
  ]);
  return { status: 201, location: urlOf(work, post) };
}

/** A web title that another post has is no reason to refuse the post. */
async function createWithSlug(calls: Calls, body: Record<string, unknown>): Promise<Post> {
  try {
    return await calls.call<Post>('POST /api/posts', { body });
  } catch (error) {
    const isTaken = error instanceof Problem && (error.code === 'conflict' || error.code === 'invalid');
    if (!body.post_title_web || !isTaken) throw error;
    const { post_title_web: _, ...rest } = body;
    return calls.call<Post>('POST /api/posts', { body: rest });
  }
}

/** A network that does not answer does not undo the post. */
async function syndicate({ blog, calls }: Work, post: Post, targets: readonly unknown[]): Promise<void> {
  const known = (networks.of(blog) ?? []).filter(({ name }) => targets.includes(name));
  if (post.active !== 1 || known.length === 0 || !calls.has('POST /api/twitterImage/:id')) return;
  for (const { name } of known)
    await calls
      .call('POST /api/twitterImage/:id', { params: { id: post.id }, query: { network: name } })
      .catch((error: Error) =>
        blog.report('A post could not be shared.', { network: name, error: error.message }),
      );
}

async function update(work: Work, post: Post, sent: MicropubRequest): Promise<Answered> {
  const { blog, viewer, calls } = work;
  const url = urlOf(work, post);
  const { photo: _, ...after } = updated(propertiesOf(post, url, []), sent);
  const photo = [...(sent.add.photo ?? []), ...(sent.replace.photo ?? [])];
  const images = imagesOf({ properties: { photo }, files: [] });
  requireMediaFor(blog, viewer, images);
  const change = changeOf(after, await categoriesOf(work));
  const changed = await calls.call<Post>('PUT /api/posts/:id', {
    params: { id: post.id },
    body: { ...change, version: post.version },
  });
  await addGivenImages(blog, viewer, post.id, images);
  const location = urlOf(work, changed);
  return location === url ? { status: 204 } : { status: 201, location };
}

async function undelete(work: Work, url: string): Promise<Answered> {
  // Before it is looked up: the bin is not for every token.
  if (!hasScope(work.viewer, 'publish')) throw new Problem('forbidden', scopeMissing(['publish']));
  const found = await byTitle(work.blog.db, titleAt(work, url));
  if (!found) throw invalidRequest('There is no such post in the bin.');
  const [restored] = await work.calls.call<{ restored: boolean; message: string }[]>(
    'POST /api/admin/bin/restore',
    {
      body: { items: [{ kind: 'post', id: found.post_id }] },
    },
  );
  if (!restored?.restored) throw invalidRequest(restored?.message || 'There is no such post in the bin.');
  return { status: 204 };
}

async function upload({ blog, viewer }: Work, { request }: Exchange): Promise<Answered> {
  requireMedia(viewer);
  const type = request.headers['content-type'];
  await using received = await receive(request, { 'content-type': type }, blog.uploadFolder, {
    files: ['file'],
    fields: [],
  });
  const inbox = await inboxOf(blog, viewer);
  const [image] = await addGivenImages(
    blog,
    viewer,
    inbox,
    received.files.map((file) => ({ file, alt: '' })),
  );
  const location = new URL(image?.file_path_largest ?? '', `${blog.siteUrl()}/`).href;
  return { status: 201, location, body: { url: location } };
}

async function query(work: Work, asked: URLSearchParams): Promise<Answered> {
  const { blog, calls } = work;
  const targets = (networks.of(blog) ?? []).map(({ name }) => ({ uid: name, name }));
  const ok = (body: unknown): Answered => ({ status: 200, body });
  switch (asked.get('q')) {
    // Some apps ask without a query whether their token works.
    case null:
      return ok({});
    case 'config':
      return ok({
        'media-endpoint': blog.siteUrl() + appUrls.media,
        'syndicate-to': targets,
        'post-types': [
          { type: 'note', name: 'Note' },
          { type: 'article', name: 'Article' },
          { type: 'photo', name: 'Photo' },
        ],
        q: ['config', 'source', 'category', 'syndicate-to'],
      });
    case 'syndicate-to':
      return ok({ 'syndicate-to': targets });
    case 'category':
      return ok({ categories: (await categoriesOf(work)).map(({ title }) => title) });
    case 'source': {
      const properties = [...asked.getAll('properties[]'), ...asked.getAll('properties')];
      const url = asked.get('url');
      const present = (post: Post) => ({
        ...(properties.length === 0 && { type: ['h-entry'] }),
        properties: propertiesOf(post, urlOf(work, post), properties),
      });
      if (url) return ok(present(await postAt(work, url)));
      const posts = await calls.call<Post[]>('GET /api/admin/posts', { query: { limit: 20 } });
      return ok({ items: posts.map(present) });
    }
    default:
      throw invalidRequest('The query q is none of config, source, category and syndicate-to.');
  }
}
