import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content, save } from './writing-fields.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'This post was changed elsewhere' });
const change = (page: Page, number: number) =>
  dialog(page).getByRole('group', { name: new RegExp(`^Change ${number} of`) });
const merged = (page: Page) => dialog(page).getByRole('button', { name: 'Save the merged post' });

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const base = paragraphs('One.', 'Two.', 'Three.', 'Four.');

async function retype(page: Page, from: string, to: string): Promise<void> {
  await content(page).locator('p', { hasText: from }).click({ clickCount: 3 });
  await page.keyboard.type(to);
}

test.beforeEach(({ expectConsole, allowConsole }) => {
  expectConsole(/409/);
  allowConsole(/changed elsewhere/);
});

test('changes of different paragraphs are merged without a question, as a new version', {
  tag: '@deep',
}, async ({ page, newPost, owner }) => {
  const post = await newPost({ post_content: base });
  await page.goto(`/admin/edit/${post.id}`);
  await retype(page, 'Two.', 'Two of mine.');
  await owner.put(`/webapi/api/posts/${post.id}`, {
    post_content: paragraphs('One.', 'Two.', 'Three.', 'Four of theirs.', 'Five.'),
    tags: ['theirs'],
  });
  await save(page).click();
  await expect(change(page, 1)).toHaveAccessibleName(/changed by you/);
  await expect(change(page, 1).getByRole('radio', { name: 'Mine', exact: true })).toBeChecked();
  await expect(change(page, 1).locator('ins').first()).toHaveText(' of mine');
  await expect(change(page, 2)).toHaveAccessibleName(/changed elsewhere/);
  await expect(change(page, 2).getByRole('radio', { name: 'Theirs', exact: true })).toBeChecked();
  await expectAccessible(page);
  await dialog(page).getByText('Preview of the merged text').click();
  await expect(dialog(page).getByRole('region', { name: 'Merged text' })).toHaveText(
    'One.Two of mine.Three.Four of theirs.Five.',
  );
  await merged(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  const { body } = await owner.get<[Post]>(`/webapi/api/posts/${post.id}`);
  expect(body[0]).toMatchObject({
    post_content: paragraphs('One.', 'Two of mine.', 'Three.', 'Four of theirs.', 'Five.'),
    version: post.version + 2,
    tags: [expect.objectContaining({ tag_name: 'theirs' })],
  });
  const revisions = await owner.get<unknown[]>(`/webapi/api/admin/posts/${post.id}/revisions`);
  expect(revisions.body).toHaveLength(2);
});

test('a paragraph that both changed needs a decision: mine, theirs or both; by keyboard', async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost({ post_content: base });
  await page.goto(`/admin/edit/${post.id}`);
  await retype(page, 'Two.', 'Two of mine.');
  await page.getByLabel('Post Title').fill(`${post.post_title} mine`);
  await owner.put(`/webapi/api/posts/${post.id}`, {
    post_title: `${post.post_title} theirs`,
    post_content: paragraphs('One.', '<strong>Two</strong> of theirs.', 'Three.', 'Four.'),
  });
  await save(page).click();
  await expect(change(page, 1)).toHaveAccessibleName(/changed in both/);
  await expect(dialog(page).getByRole('status')).toHaveText('2 changes need a decision.');
  await expect(merged(page)).toHaveAttribute('aria-disabled', 'true');
  await merged(page).click({ force: true });
  await expect(
    dialog(page).getByRole('group', { name: 'Title' }).getByRole('radio', { name: 'Mine' }),
  ).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  // Past the unchanged paragraph, into the group of the change.
  await page.keyboard.press('Tab');
  await expect(change(page, 1).getByRole('radio', { name: 'Mine', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(change(page, 1).getByRole('radio', { name: 'Both, mine first' })).toBeChecked();
  await expect(merged(page)).toHaveAttribute('aria-disabled', 'false');
  await merged(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  const { body } = await owner.get<[Post]>(`/webapi/api/posts/${post.id}`);
  expect(body[0]).toMatchObject({
    post_title: `${post.post_title} mine`,
    post_content: paragraphs('One.', 'Two of mine.', '<strong>Two</strong> of theirs.', 'Three.', 'Four.'),
  });
});

test('a third version that is saved during the merge is a conflict again', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost({ post_content: base });
  await page.goto(`/admin/edit/${post.id}`);
  await retype(page, 'One.', 'One of mine.');
  const theirs = (last: string) =>
    owner.put(`/webapi/api/posts/${post.id}`, { post_content: paragraphs('One.', 'Two.', 'Three.', last) });
  await theirs('Four, second.');
  await save(page).click();
  await expect(change(page, 2)).toBeVisible();
  await theirs('Four, third.');
  await merged(page).click();
  await expect(change(page, 2)).toContainText('third');
  await merged(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  const { body } = await owner.get<[Post]>(`/webapi/api/posts/${post.id}`);
  expect(body[0].post_content).toBe(paragraphs('One of mine.', 'Two.', 'Three.', 'Four, third.'));
});
