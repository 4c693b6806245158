import { afterEach, expect } from 'vitest';
import { type DatabaseKind, onEachDatabase } from '../support/databases.ts';
import { deliverToFollowers } from '../support/deliver-to-followers.ts';
import { FederatedBlog } from '../support/federated-blog.ts';
import { testWith } from '../support/test-with.ts';

const run = {
  hosts: { living: 50, refusing: 0, silent: 0, failing: 0 },
  followers: { perHost: 100, hasSharedInbox: false },
  withinMs: 480_000,
};
// Only Linux has 127.0.0.0/8 on its loopback interface.
const missing = process.platform === 'linux' ? [] : ['Linux'];

onEachDatabase('5,000 followers', (kind: DatabaseKind) => {
  let blog: FederatedBlog | undefined;
  afterEach(() => blog?.dispose());

  testWith(missing)(
    'after a SIGKILL in the middle, every inbox has one activity',
    { timeout: 600_000 },
    async () => {
      blog = await FederatedBlog.create(kind);
      const figures = await deliverToFollowers(blog, { ...run, killAt: 0.3 });
      expect(figures).toMatchObject({ inboxes: 5_000, missing: 0, withOthers: 0 });
      // Those that were on their way at that moment, one per host.
      expect(figures.repeated).toBeLessThanOrEqual(run.hosts.living);
    },
  );
});
