import type { Blog } from '../../platform/blog.ts';
import { outgoing } from '../../platform/outgoing/client.ts';
import { failureOf } from '../../platform/outgoing/failure.ts';
import type { CheckedLink } from './api.ts';

const concurrency = 6;
const limits = { connectMs: 5_000, silentMs: 6_000, totalMs: 8_000, returnsRedirects: true };
const allMs = 25_000;

/** Asks other servers whether these pages exist. A page that answers no program in time is not called broken. */
export async function checkLinks(
  blog: Pick<Blog, 'now' | 'outgoingStrangers'>,
  links: readonly string[],
): Promise<CheckedLink[]> {
  using client = outgoing({ to: null, elsewhere: 'web', strangers: blog.outgoingStrangers, limits });
  const deadline = AbortSignal.timeout(allMs);

  const ask = async (url: URL, method: 'HEAD' | 'GET') => {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(limits.totalMs)]);
    const { status, headers, body } = await client.stream(url, { method, headers: new Headers(), signal });
    // Only the status is wanted.
    body.on('error', () => {}).destroy();
    return { status, location: headers.get('location') };
  };
  const check = async (link: string): Promise<CheckedLink> => {
    const url = new URL(link);
    try {
      const head = await ask(url, 'HEAD');
      // Some servers answer only GET.
      return stateOf(link, head.status < 400 ? head : await ask(url, 'GET'));
    } catch (error) {
      return { url: link, state: 'unclear', detail: failureOf(error, blog.now()).message };
    }
  };

  const checked = new Map<string, CheckedLink>();
  const waiting = [...new Set(links)];
  const work = async () => {
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift())
      checked.set(link, await check(link));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return [...new Set(links)].flatMap((link) => checked.get(link) ?? []);
}

function stateOf(
  url: string,
  { status, location }: { status: number; location: string | null },
): CheckedLink {
  if ((status === 301 || status === 308) && location)
    return { url, state: 'moved', detail: URL.parse(location, url)?.href ?? location };
  if (status < 400) return { url, state: 'works', detail: '' };
  const isGone = status === 404 || status === 410;
  return { url, state: isGone ? 'broken' : 'unclear', detail: `The server answered with status ${status}.` };
}
