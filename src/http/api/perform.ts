import { Readable } from 'node:stream';
import type { ZodError, z } from 'zod';
import { actorOf } from '../../blog/activity.ts';
import { Problem } from '../../contract/errors.ts';
import { visitorKey } from '../../rules/ip-addresses.ts';
import { recentlyAuthenticated, type Viewer } from '../../rules/viewer.ts';
import type { RequestContext, Site } from '../context.ts';
import type { Call, Route } from './route.ts';

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** What only calls over HTTP have; forms of pages need none of it. */
export type Transport = Pick<Call, 'userAgent' | 'upload' | 'status' | 'header' | 'setCookies'>;

const noTransport: Transport = {
  userAgent: '',
  upload: { stream: Readable.from([]), contentType: '' },
  status: () => {},
  header: () => {},
  setCookies: () => {},
};

export function authorize(site: Site, route: Route, viewer: Viewer): void {
  if (route.access === 'admin' && !viewer.admin) throw new Problem('no_auth', 'Please sign in first.');
  if (route.confirmed && !recentlyAuthenticated(viewer, site.blog.now()))
    throw new Problem('confirm', 'Please confirm with your password or a passkey that it is you.');
}

/**
 * Authorizes, validates, counts against the rate limit and handles a call. Calls of the web API and forms that are sent
 * without JavaScript both come through here, so that neither can have other rules.
 */
export async function perform<Answer>(
  site: Site,
  route: Route<Answer>,
  visit: RequestContext,
  viewer: Viewer,
  input: Input,
  transport: Transport = noTransport,
): Promise<Answer> {
  authorize(site, route, viewer);
  const params = check(route.params, input.params, 'malformed');
  const query = check(route.query, input.query, 'malformed');
  const body = route.body && checkBody(route.body, input.body);
  if (route.limit && !viewer.admin)
    site.rateLimiters[route.limit](visitorKey(visit.ip), site.blog.now().getTime());
  return route.handle({
    ...transport,
    blog: { ...site.blog, actor: actorOf(viewer, visit.ip, transport.userAgent) },
    viewer,
    address: visit.ip,
    cookies: visit.cookies,
    jar: site.jar,
    params,
    query,
    body,
  });
}

function check(schema: z.ZodType | undefined, value: unknown, code: 'malformed' | 'invalid'): unknown {
  if (!schema) return {};
  const checked = schema.safeParse(value);
  if (!checked.success) throw new Problem(code, sentence(checked.error));
  return checked.data;
}

function checkBody(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('malformed', 'The body must be a JSON object.');
  return check(schema, value, 'invalid');
}

/** The first problem in words. Our own messages are whole sentences; for others the field is named. */
function sentence(error: ZodError): string {
  const [{ message, path } = { message: 'invalid', path: [] }] = error.issues;
  return message.endsWith('.') ? message : `Please check "${path.join('.')}": ${message}.`;
}
