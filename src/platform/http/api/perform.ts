import { Readable } from 'node:stream';
import type { ZodError, z } from 'zod';
import * as messages from '../../messages/owner.ts';
import type { RequestContext, Site } from '../context.ts';
import { inLanguage } from '../errors.ts';
import { Problem } from '../problem.ts';
import { ReaderProblem } from '../reader-problem.ts';
import { visitorKey } from '../request/ip-networks.ts';
import { isWrite } from '../request/same-origin.ts';
import { actorOf, hasScope, recentlyAuthenticated, type Viewer, visitor } from '../viewer.ts';
import type { Call, Route } from './route.ts';

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** What only API calls have; forms of pages need none of it. */
export type Transport = Pick<Call, 'userAgent' | 'upload' | 'status' | 'header' | 'setCookies'>;

export const noTransport: Transport = {
  userAgent: '',
  upload: { stream: Readable.from([]), contentType: '', bytes: async () => new Uint8Array() },
  status: () => {},
  header: () => {},
  setCookies: () => {},
};

/**
 * Returns who the caller is for this route. An access token without the scope of a public route is a visitor there, and may not
 * write, because only browsers have the CSRF token that protects visitors.
 */
export function authorize(site: Site, route: Route, viewer: Viewer): Viewer {
  if (viewer.admin && viewer.token && !hasScope(viewer, ...(route.scope ?? []))) {
    if (route.access === 'public' && !isWrite(route.method)) return visitor;
    throw new Problem('forbidden', messages.scopeMissing(route.scope ?? []));
  }
  if (route.access === 'admin' && !viewer.admin) throw new Problem('no_auth', messages.signInRequired);
  if (route.recentlyAuthenticated && !recentlyAuthenticated(viewer, site.blog.now()))
    throw new Problem('confirm', messages.reauthenticationRequired);
  return viewer;
}

/**
 * Authorizes, validates, counts against the rate limit and handles a call. API calls and forms that are sent
 * without JavaScript both come through here, so that the same rules hold for both.
 */
export async function perform<Response>(
  site: Site,
  route: Route<Response>,
  context: RequestContext,
  caller: Viewer,
  input: Input,
  transport: Transport = noTransport,
): Promise<Response> {
  const viewer = authorize(site, route, caller);
  const params = check(route.params, input.params, 'malformed');
  const query = check(route.query, input.query ?? {}, 'malformed');
  const body = route.body && checkBody(route.body, input.body);
  if (route.rateLimit && !viewer.admin) {
    const { rateLimit } = route;
    await inSiteLanguage(site, () => site.rateLimiters[rateLimit](visitorKey(context.ip)));
  }
  return inSiteLanguage(site, () =>
    route.handle({
      ...transport,
      blog: { ...site.blog, actor: actorOf(viewer, context.ip, transport.userAgent) },
      viewer,
      ip: context.ip,
      cookies: context.cookies,
      jar: site.jar,
      params,
      query,
      body,
    }),
  );
}

/** Problems that readers see get their message here: forms show it, and calls of the API send it. */
async function inSiteLanguage<Result>(site: Site, work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReaderProblem)) throw error;
    throw inLanguage(error, await site.language.read());
  }
}

function check(schema: z.ZodType | undefined, value: unknown, code: 'malformed' | 'invalid'): unknown {
  if (!schema) return {};
  const checked = schema.safeParse(value);
  if (!checked.success) throw new Problem(code, firstIssue(checked.error));
  return checked.data;
}

function checkBody(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('malformed', messages.jsonObjectRequired);
  return check(schema, value, 'invalid');
}

/** Our own messages are whole sentences; those of zod need the name of the field. */
function firstIssue(error: ZodError): string {
  const [{ message, path } = { message: 'invalid', path: [] }] = error.issues;
  return message.endsWith('.') ? message : messages.invalidField(path.join('.'), message);
}
