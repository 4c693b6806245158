import { setTimeout as sleep } from 'node:timers/promises';
import type { CategoryRename } from '../../src/core/posts/terms/api/categories.ts';
import type { Client } from '../support/client.ts';
import type { BlogSite } from './blog-site.ts';
import { childrenOf, cpuSeconds } from './process-cost.ts';

/** Of half the posts of a seeded site. */
const path = 'notes';

type Cost = { requestMs: number; serverCpu: number; jobCpu: number; seconds: number; maxMs: number };

/** Renames the category that half the posts use while health checks are sent, and gives it its name back. */
export async function renameCost(site: BlogSite, client: Client): Promise<Cost> {
  const { body } = await client.get<{ id: number; category_path: string }[]>('/webapi/api/cat/all');
  const id = body.find(({ category_path }) => category_path === path)?.id;
  const cost = await rename(site, client, `/webapi/api/admin/cat/${id}`, `${path}-renamed`);
  await rename(site, client, `/webapi/api/admin/cat/${id}`, path);
  return cost;
}

async function rename(site: BlogSite, client: Client, url: string, category_path: string): Promise<Cost> {
  let isRunning = true;
  let maxMs = 0;
  const checks = (async () => {
    while (isRunning) {
      const began = performance.now();
      await (await fetch(`${site.url}/healthz`)).text();
      maxMs = Math.max(maxMs, performance.now() - began);
      await sleep(5);
    }
  })();
  const before = cpuSeconds(site.pid);
  const began = performance.now();
  const { status } = await client.put(url, { category_path });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  const requestMs = performance.now() - began;
  let jobCpu = 0;
  for (let isDone = false; !isDone; await sleep(250)) {
    const used = childrenOf(site.pid).map(cpuOf);
    jobCpu = Math.max(jobCpu, ...used);
    const answer = await client.get<{ rename: CategoryRename | null }>('/webapi/api/admin/category-rename');
    isDone = answer.body.rename === null;
  }
  const seconds = (performance.now() - began) / 1000;
  isRunning = false;
  await checks;
  return { requestMs, serverCpu: cpuSeconds(site.pid) - before, jobCpu, seconds, maxMs };
}

/** 0 when the process has ended. */
function cpuOf(pid: number): number {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0;
  }
}
