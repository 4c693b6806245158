import { Client } from '../support/client.ts';
import { mastodonStandIn } from '../support/networks/mastodon.ts';
import { addSessionCookies, expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { startBlog } from './fixtures.ts';

test('what was shared is changed and deleted there only if the owner says so', async ({ browser }) => {
  test.setTimeout(90_000);
  await using mastodon = await mastodonStandIn();
  const server = await startBlog({
    MASTODON_URL: mastodon.config.url,
    MASTODON_TOKEN: mastodon.config.token,
  });
  const context = await browser.newContext();
  try {
    const owner = new Client(server.url);
    expect((await owner.login()).status).toBe(200);
    await addSessionCookies(context, owner);
    const { body: post } = await owner.post<{ id: number }>('/webapi/api/posts', {
      post_title: 'A day at the sea',
      post_content: '<p>Text</p>',
      active: true,
    });
    await owner.post(`/webapi/api/twitterImage/${post.id}`, {});
    const page = await context.newPage();
    const dialog = page.getByRole('dialog');

    // An edit of the text alone asks nothing; one of the title asks, and leaves it there by default.
    await page.goto(`${server.url}/admin/edit/${post.id}`);
    await page.getByLabel('Post Title').fill('A day at the lake');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('heading')).toHaveText('Also change it on Mastodon?');
    await expect(dialog.getByRole('button', { name: 'Leave it there' })).toBeFocused();
    await expect(dialog.getByRole('checkbox', { name: 'Mastodon' })).not.toBeChecked();
    await expect(dialog.getByRole('button', { name: 'Change there' })).toBeDisabled();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(mastodon.posts[0]?.edits).toBe(0);

    await page.goto(`${server.url}/admin/edit/${post.id}`);
    await page.getByLabel('Post Title').fill('A day at the river');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'Mastodon' }).check();
    await dialog.getByRole('button', { name: 'Change there' }).click();
    await expect(dialog.getByText('Mastodon: changed')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(mastodon.posts[0]?.status).toContain('A day at the river');

    // A failure can be tried again before the post is deleted here.
    await page.goto(`${server.url}/admin`);
    mastodon.mishaps.set('/api/v1/statuses/0', { status: 500, json: { error: 'oops' } });
    await page
      .locator('tbody', { hasText: 'A day at the river' })
      .getByRole('button', { name: 'delete', exact: true })
      .click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog.getByRole('heading')).toHaveText('Also delete it on Mastodon?');
    await dialog.getByRole('checkbox', { name: 'Mastodon' }).check();
    await dialog.getByRole('button', { name: 'Delete there' }).click();
    await expect(dialog.getByText('trouble of its own')).toBeVisible();
    mastodon.mishaps.clear();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText('Mastodon: deleted')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('tbody', { hasText: 'A day at the river' })).toHaveCount(0);
    expect(mastodon.posts[0]?.isDeleted).toBe(true);
    expect((await owner.get(`/webapi/api/posts/${post.id}`)).status).toBe(404);
  } finally {
    await context.close();
    await server.dispose();
  }
});
