import type { SharedPreview } from '../../src/core/posts/api/writing.ts';
import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

test('an invited reader marks a passage on a phone, and the author accepts the wording and answers', async ({
  page,
  newPost,
  owner,
  browser,
  server,
}) => {
  const far = '<p>Far away.</p>'.repeat(40);
  const post_content = `<p>What leaves at nine?</p><p>The <em>night</em> train leaves at nine.</p>${far}<p>Tea is served.</p>`;
  const post = await newPost({ active: false, post_content });
  const path = `/webapi/api/admin/posts/${post.id}/previews`;
  const { body } = await owner.post<SharedPreview>(path, { remarks: true });
  const link = `${server.url}/preview/${body.url.split('/preview/')[1]}`;
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
  const reader = await context.newPage();
  await reader.goto(link);
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await reader.evaluate(() => {
    const text = document.querySelectorAll('.content p')[1]?.lastChild;
    if (text) getSelection()?.setBaseAndExtent(text, ' train '.length, text, ' train leaves at nine'.length);
  });
  await reader.getByRole('button', { name: 'Comment on this passage' }).tap();
  await expect(reader.getByLabel('Passage')).toHaveValue('leaves at nine');
  await reader.getByLabel('Name').fill('Ann');
  await reader.keyboard.press('Tab');
  await reader.getByLabel('Remark', { exact: true }).fill('It was late.');
  await reader.getByLabel('Another wording').fill('left at ten');
  await reader.getByRole('button', { name: 'Send' }).tap();
  await expect(reader.getByText('Thank you.')).toBeVisible();
  await expectAccessible(reader);

  await page.goto(`/admin/edit/${post.id}`);
  const content = page.getByRole('textbox', { name: 'Post Content' });
  await expect(content.locator('p.has-remark')).toHaveText('The night train leaves at nine.');
  const remarks = page.getByRole('region', { name: 'Remarks' });
  await expect(remarks).toContainText('It was late.');
  await expectAccessible(page);
  await content.press('Control+End');
  await expect(content.locator('p.has-remark')).not.toBeInViewport();
  await remarks.getByRole('button', { name: 'Show' }).click();
  await expect(content.locator('p.has-remark')).toBeInViewport();
  await expect(content).toBeFocused();
  await remarks.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.keyboard.type('You are right');
  await remarks.getByRole('button', { name: 'Accept the wording' }).click();
  await expect(content.locator('p').nth(1)).toHaveText('The night train left at ten.');
  await expect(content.locator('em')).toHaveText('night');
  await expect(remarks.getByRole('button', { name: 'Open again' })).toBeVisible();
  await expect(content.locator('p.has-remark')).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByText('You are right')).toBeVisible();
  await context.close();
});
