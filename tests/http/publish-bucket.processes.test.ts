import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { changePost, createPost, removePost } from '../../src/core/posts/write-posts.ts';
import { siteChanged } from '../../src/features/publish/changes.ts';
import { publishJobs } from '../../src/features/publish/jobs.ts';
import { bucketTarget } from '../../src/features/publish/targets/bucket.ts';
import { differences } from '../../src/features/publish/verify.ts';
import { itself } from '../../src/platform/blog.ts';
import { everythingTag } from '../../src/platform/http/cache/reads.ts';
import { runNextJob } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase } from '../support/databases.ts';
import { startOtherS3Server } from '../support/other-s3-server.ts';

test('an S3 server of other authors has what the site has', async () => {
  const temporary = await migratedDatabase('sqlite');
  const server = await startOtherS3Server();
  const { bucket } = server.bucket;
  const log = createLog('warn');
  const env = {
    ...server.env,
    DATA_DIR: temporary.config.dataDir,
    SITE_URL: 'https://blog.example.org',
    PUBLISH_TO: `s3://${bucket}/blog`,
  };
  const { blog } = await openBlog(readConfig(env), log);
  const store = bucketTarget(server.bucket, 'blog/');
  const publishing = async () => {
    while (await runNextJob({ ...blog, actor: itself }, new AbortController().signal, publishJobs));
    expect(await differences(blog, store)).toEqual([]);
  };
  try {
    const add = (post_title: string) =>
      createPost(blog, { post_title, post_content: '<p>Words.</p>', active: true });
    const posts = [await add('Straße & <more>'), await add('雪'), await add('Third')];
    await siteChanged(blog, [everythingTag]);
    await publishing();
    await changePost(blog, posts[0]?.id ?? 0, { post_title_web: 'moved', post_content: '<p>Other.</p>' });
    await removePost(blog, posts[2]?.id ?? 0);
    await publishing();
    expect((await store.read('post/moved/index.html'))?.toString()).toContain('Other.');
    expect(await store.read('post/third/index.html')).toBeNull();
  } finally {
    await blog.db.destroy();
    await server.close();
    await temporary.dispose();
  }
});
