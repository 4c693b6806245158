import { afterEach, expect } from 'vitest';
import { type DatabaseKind, onEachDatabase } from '../support/databases.ts';
import { deliverToFollowers } from '../support/deliver-to-followers.ts';
import { FederatedBlog } from '../support/federated-blog.ts';
import { testWith } from '../support/test-with.ts';

/** `npm run bench` sends to 20 times as many. Only Linux has 127.0.0.0/8 on its loopback interface. */
const run = {
  hosts: { living: 40, refusing: 4, silent: 3, failing: 3 },
  followers: { perHost: 5, hasSharedInbox: false },
  withinMs: 90_000,
};
const missing = process.platform === 'linux' ? [] : ['Linux'];

onEachDatabase('many followers on many hosts, some of them dead', (kind: DatabaseKind) => {
  let blog: FederatedBlog | undefined;
  afterEach(() => blog?.dispose());

  testWith(missing)('every living inbox is sent a post once', async () => {
    blog = await FederatedBlog.create(kind);
    expect(await deliverToFollowers(blog, run)).toMatchObject({
      inboxes: 200,
      missing: 0,
      withOthers: 0,
      repeated: 0,
    });
  });

  testWith(missing)(
    'after a SIGKILL in the middle, every living inbox has one activity',
    { timeout: 150_000 },
    async () => {
      blog = await FederatedBlog.create(kind);
      const figures = await deliverToFollowers(blog, { ...run, killAt: 0.3 });
      expect(figures).toMatchObject({ inboxes: 200, missing: 0, withOthers: 0 });
      // Those that were on their way at that moment, one per host.
      expect(figures.repeated).toBeLessThanOrEqual(50);
    },
  );
});
