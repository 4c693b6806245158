import type { Cut, Snippet } from '../../src/core/writing/api.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content } from './writing-fields.ts';

const sentence = (word: string) => `This is the ${word} sentence of the text.`;

test('a deleted sentence is kept without a connection, inserted again, and found from the drafts', async ({
  page,
  newPost,
  owner,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET|(PUT|GET) \/api\/admin\/(drafts|cuts)/);
  const word = unique();
  const post = await newPost({ post_content: `<h2>Trains</h2><p>They leave. ${sentence(word)}</p>` });
  const stored = async () =>
    (await owner.get<Cut[]>(`/webapi/api/admin/cuts?search=${word}`)).body.map(({ html }) => html);
  await page.goto(`/admin/edit/${post.id}`);
  await content(page).locator('p').click();
  await page.context().setOffline(true);
  await page.keyboard.press('Control+End');
  for (const _ of sentence(word)) await page.keyboard.press('Backspace');
  await expect(content(page)).toHaveText('TrainsThey leave.');
  await page.getByText('Cut text', { exact: true }).click();
  await page.context().setOffline(false);
  await expect.poll(stored).toEqual([`<p>${sentence(word)}</p>`]);

  const item = page.locator('.cut-text li', { hasText: word });
  await expect(item).toContainText('after “Trains”');
  await expectAccessible(page);
  await item.getByRole('button', { name: 'Insert at the cursor' }).click();
  await expect(content(page).locator('p')).toHaveText(`They leave. ${sentence(word)}`);
  await expect(item).toHaveCount(0);
  await expect.poll(stored).toEqual([]);

  await page.keyboard.press('Control+z');
  await expect(item).toHaveCount(1);
  await expect.poll(stored).toHaveLength(1);
  await page.goto('/admin?status=draft');
  await page.getByText('Cut text', { exact: true }).click();
  await page.getByLabel('Search cut text of all posts').fill(word);
  await expect(item.getByRole('link', { name: post.post_title })).toBeVisible();
  await item.getByRole('button', { name: 'Delete' }).click();
  await expect(item).toHaveCount(0);
  await expect.poll(stored).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item).toHaveCount(1);
});

test('a snippet that another one of its name replaces comes back with Undo', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
}) => {
  const name = `Snippet ${unique()}`;
  const stored = async () =>
    (await owner.get<Snippet[]>('/webapi/api/admin/snippets')).body.find((one) => one.name === name)?.html;
  await owner.put('/webapi/api/admin/snippets', { name, html: '<p>Kind regards</p>' });
  const post = await newPost({ post_content: '<p>So long</p>' });
  await page.goto(`/admin/edit/${post.id}`);
  await content(page).locator('p').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Save as Snippet' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect.poll(stored).toBe('<p>So long</p>');
  await page.getByRole('status').filter({ hasText: name }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toBe('<p>Kind regards</p>');
});
