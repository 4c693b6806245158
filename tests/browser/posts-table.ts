import type { Locator, Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Client } from '../support/client.ts';

export const rowOf = (page: Page, post: Post): Locator => page.locator('tbody', { hasText: post.post_title });

/** Opens the row for images, tags and comments. */
export async function openRow(page: Page, post: Post): Promise<Locator> {
  const row = rowOf(page, post);
  await row.getByRole('button', { name: `More: ${post.post_title}` }).click();
  return row;
}

export async function readPost(owner: Client, id: number): Promise<Post> {
  const { body } = await owner.get<[Post]>(`/webapi/api/posts/${id}`);
  return body[0];
}
