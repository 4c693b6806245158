import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { expectAccessible } from './axe.ts';
import { expect, startBlog, test } from './fixtures.ts';

test('the queue is sorted by the learned spam score, and gives reasons', { tag: '@deep' }, async ({
  page,
}) => {
  // Its own server, because training affects the order of comments in other tests. It starts slowly on a busy machine.
  test.slow();
  const server = await startBlog({ TRUST_PROXY: '1' });
  try {
    const owner = new Client(server.url);
    await owner.login();
    const { body: post } = await owner.post<Post>('/webapi/api/posts', {
      post_title: 'A walk by the sea',
      post_content: '<p>Words.</p>',
      active: true,
    });
    let visitors = 0;
    const say = async (user_name: string, comment_text: string) => {
      visitors++;
      const headers = { 'X-Forwarded-For': `10.0.0.${visitors}` };
      const visitor = new Client(server.url);
      await visitor.get('/webapi/api/admin/auth', { headers });
      const path = `/webapi/api/posts/comment/${post.id}`;
      const { body, status } = await visitor.post<Comment>(path, { comment_text, user_name }, { headers });
      expect(status).toBe(201);
      return body.id;
    };
    const [fine, spam] = [[] as number[], [] as number[]];
    for (const number of [1, 2, 3, 4]) {
      fine.push(await say('Ada', `A lovely walk, thank you for photograph ${number} of the harbour`));
      spam.push(await say('Lucky', `Win ${number} times at the best online casino, claim your bonus spins`));
    }
    await owner.put('/webapi/api/admin/comments', { ids: fine, state: true });
    await owner.delete(`/webapi/api/admin/comments?ids=${spam.join(',')}`);
    await say('Lucky', 'Claim your spins: the best casino bonus online at https://casino.example');
    await say('Lin', 'Two other coasts: https://a.example https://b.example https://c.example');
    await say('Ben', 'The photograph of the harbour is lovely, thank you');

    await page.goto(`${server.url}/login`);
    await page.getByLabel('UserName').fill('admin');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/admin');
    await page.goto(`${server.url}/admin/comments`);
    const items = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
    await expect(items.locator('strong')).toHaveText(['Ben', 'Lin', 'Lucky']);
    await expect(items.nth(0).getByText(/Likely spam|Closer look/)).toHaveCount(0);
    await expect(items.nth(1).getByText('Closer look')).toBeVisible();
    await expect(items.nth(1).getByText(/^Reasons: 3 links/)).toBeVisible();
    await expect(items.nth(2).getByText('Likely spam')).toBeVisible();
    await expect(
      items.nth(2).getByText(/^Reasons: words common in spam: .*(casino|bonus|spins)/),
    ).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

    await page.getByLabel('Show').focus();
    await page.keyboard.type('Likely');
    await expect(page).toHaveURL(/state=spam/);
    await expect(items.locator('strong')).toHaveText(['Lucky']);
    await page.getByRole('button', { name: 'Delete all likely spam (1)' }).click();
    await expect(page.getByText('No waiting comment looks like spam.')).toBeVisible();
    await page.keyboard.press('z');
    await expect(items.locator('strong')).toHaveText(['Lucky']);
  } finally {
    await server.dispose();
  }
});
