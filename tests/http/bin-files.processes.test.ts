import { expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

test('a deletion and a restoration that were answered survive kill -9', async () => {
  const temporary = await migratedDatabase('sqlite');
  const env = { DATA_DIR: temporary.config.dataDir };
  let server = await startServer({ env });
  try {
    for (let round = 0; round < 3; round++) {
      const owner = new Client(server.url);
      await owner.login();
      const values = { post_title: `Round ${round}`, post_content: '<p>Words.</p>', active: true };
      const { body: post } = await owner.post<Post>('/webapi/api/posts', values);
      expect((await owner.delete(`/webapi/api/posts/${post.id}`)).status).toBe(200);
      await server.kill9();
      server = await startServer({ env });
      const page = `${server.url}/post/${post.post_title_web}`;
      expect((await fetch(page)).status).toBe(410);
      const again = new Client(server.url);
      await again.login();
      const items = [{ kind: 'post', id: post.id }];
      expect((await again.post('/webapi/api/admin/bin/restore', { items })).status).toBe(200);
      await server.kill9();
      server = await startServer({ env });
      expect((await fetch(`${server.url}/post/${post.post_title_web}`)).status).toBe(200);
    }
  } finally {
    await server.dispose();
    await temporary.dispose();
  }
});
