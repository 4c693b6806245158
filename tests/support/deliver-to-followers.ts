import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, memoryMegabytes } from '../bench/process-cost.ts';
import type { FederatedBlog } from './federated-blog.ts';
import {
  addFollowers,
  type Followers,
  type HostKind,
  livingInboxes,
  startFollowerHosts,
} from './follower-hosts.ts';

export type DeliveryRun = {
  hosts: Record<HostKind, number>;
  followers: Followers;
  /** Kills server and child process after this part of the living inboxes has the post, and starts the server again. */
  killAt?: number;
  withinMs: number;
};

export type DeliveryFigures = {
  /** How long the API took to publish the post. */
  publishMs: number;
  /** From the request that published it until the last living inbox had it. */
  lastMs: number;
  inboxes: number;
  /** Living inboxes without the post. */
  missing: number;
  /** Living inboxes that were sent more than one activity. */
  withOthers: number;
  /** Activities that an inbox was sent again, with the same id. */
  repeated: number;
  /** Largest resident memory of the child process. */
  childMegabytes: number;
};

/** Publishes a post for many followers and looks at what arrives. */
export async function deliverToFollowers(blog: FederatedBlog, run: DeliveryRun): Promise<DeliveryFigures> {
  const hosts = await startFollowerHosts(run.hosts);
  try {
    await addFollowers(blog.config, hosts.hosts, run.followers);
    const living = livingInboxes(hosts.hosts, run.followers);
    const arrived = () => living.filter((inbox) => hosts.received.has(inbox)).length;
    let childMegabytes = 0;
    let isKilled = run.killAt === undefined;

    const began = performance.now();
    const { status, text } = await blog.admin.post('/webapi/api/posts', {
      post_title: `For ${living.length} inboxes`,
      post_content: '<p>Text</p>',
      active: true,
    });
    const publishMs = performance.now() - began;
    if (status !== 201) throw new Error(`The post was not published: ${status} ${text}`);
    while (arrived() < living.length && performance.now() - began < run.withinMs) {
      await sleep(20);
      childMegabytes = Math.max(childMegabytes, ...childrenOf(blog.pid).map(megabytes));
      if (isKilled || arrived() < (run.killAt ?? 0) * living.length) continue;
      isKilled = true;
      await blog.kill9();
      await blog.start();
    }
    const lastMs = hosts.lastNew - began;
    // What is sent twice would be on its way now.
    await sleep(1_000);
    const counts = living.map((inbox) => [...(hosts.received.get(inbox)?.values() ?? [])]);
    return {
      publishMs,
      lastMs,
      inboxes: living.length,
      missing: counts.filter((of) => of.length === 0).length,
      withOthers: counts.filter((of) => of.length > 1).length,
      repeated: counts.flat().filter((times) => times > 1).length,
      childMegabytes,
    };
  } finally {
    await hosts.dispose();
  }
}

/** 0 for a process that has just ended. */
function megabytes(pid: number): number {
  try {
    return memoryMegabytes(pid);
  } catch {
    return 0;
  }
}
