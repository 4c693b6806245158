import { expect, test } from 'vitest';
import { sanitize } from '../../document/sanitize.ts';
import { welcomePost } from './welcome-post.ts';

test('the welcome post is normalized HTML', () => {
  expect(sanitize(welcomePost.content)).toBe(welcomePost.content);
});

test.each(['/login', '/admin', '/admin/users', '/admin/settings', '/admin/categories', '/admin/comments'])(
  'the welcome post links to %s',
  (path) => {
    expect(welcomePost.content).toContain(`href="${path}"`);
  },
);
