import type { Locator, Page } from '@playwright/test';

/* The fields of the writing screen that most of its tests use. */

export const title = (page: Page): Locator => page.getByLabel('Post Title');
export const content = (page: Page): Locator => page.getByRole('textbox', { name: 'Post Content' });
export const save = (page: Page): Locator => page.locator('button[type=submit]', { hasText: /^Save$/ });
