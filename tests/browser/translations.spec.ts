import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Draft, DraftHead } from '../../src/core/posts/api/writing.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { save } from './writing-fields.ts';

const field = (page: Page) => page.getByLabel('Translation of');
const list = (page: Page) => page.getByRole('list', { name: 'Translations of this post' });

test('a post becomes a translation of another, also from a draft, and is removed again', async ({
  page,
  owner,
}) => {
  const name = `Original ${unique()}`;
  const original = (await owner.post<Post>('/webapi/api/posts', { post_title: name, active: true })).body;
  const title = `Translated ${unique()}`;

  await page.goto('/admin/add');
  await page.getByLabel('Post Title').fill(title);
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await field(page).fill(name);
  const found = page.getByRole('list', { name: 'Found' }).getByRole('button');
  await expect(found).toHaveText([`${name} English`]);
  // Enter takes the first one and does not submit the post.
  await field(page).press('Enter');
  await expect(list(page).getByRole('listitem')).toHaveText([`${name} English`]);
  await expect(page.getByRole('button', { name: 'remove this post from its translations' })).toBeFocused();
  await expectAccessible(page);

  // The draft keeps it.
  const draft = async () =>
    (await owner.get<DraftHead[]>('/webapi/api/admin/drafts')).body.find((head) => head.post_title === title);
  const kept = async () => {
    const { id } = (await draft()) ?? {};
    return id && (await owner.get<Draft>(`/webapi/api/admin/drafts/${id}`)).body.settings;
  };
  await expect.poll(kept).toMatchObject({ language: 'de', translation_of: original.id });
  await page.goto(`/admin/add?draft=${(await draft())?.id}`);
  await expect(page.getByLabel('Post Title')).toHaveValue(title);
  await expect(list(page).getByRole('listitem')).toHaveText([`${name} English`]);

  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  const read = async () => (await owner.get<[Post]>(`/webapi/api/posts/${original.id}`)).body[0];
  const [translation] = (await read()).translations;
  expect(translation).toMatchObject({ language: 'de', post_title: title });

  await page.goto(`/admin/edit/${original.id}`);
  await expect(list(page).getByRole('listitem')).toHaveText([`${title} German`]);
  await page.getByRole('button', { name: 'remove this post from its translations' }).click();
  await expect(field(page)).toBeFocused();
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect((await read()).translations).toEqual([]);
});
