import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The paths of the list and of a post of the demo, once it has this many posts: they appear while it runs. Throws when the demo
 * ends before, or shows no post, because a measurement of another page would look like one of these.
 */
export async function demoPages(url: string, posts: number, hasEnded: () => boolean): Promise<string[]> {
  while ((await publicPosts(url)) < posts) {
    if (hasEnded()) throw new Error('The demo ended before it was filled.');
    await sleep(100);
  }
  const [, post] = /href="(\/post\/[^"?#]+)/.exec(await (await fetch(url)).text()) ?? [];
  if (post === undefined) throw new Error(`${url} shows no post.`);
  return ['/', post];
}

async function publicPosts(url: string): Promise<number> {
  const answer = await fetch(`${url}/webapi/api/posts/1/0/!null/!null`).catch(() => null);
  await answer?.arrayBuffer();
  return Number(answer?.headers.get('x-total-count') ?? 0);
}
