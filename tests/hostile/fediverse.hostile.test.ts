import { expect, test } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { floodInbox } from '../support/fediverse-flood.ts';
import { fediverseSite, objectOf } from '../support/fediverse-site.ts';

onEachDatabase('the inbox of the fediverse', (kind) => {
  test('a flood of 5,000 forged activities has no effect', async () => {
    const site = await fediverseSite(kind);
    const post = await site.createPost();
    await floodInbox(site, objectOf(site, post), `/post/${post.post_title_web}`, 5000);
    expect([await site.reactions(), await site.comments(), await site.followers()]).toEqual([[], [], []]);
    expect(site.errors).toEqual([]);
    await site.dispose();
  }, 900_000);
});
