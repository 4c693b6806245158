import { expect, test } from 'vitest';
import { loginBefore, screenAfterLogin } from './after-login.ts';

const after = (path: string) => screenAfterLogin(new URL(path, 'https://blog.example'));

test('signing in leads to a screen of the admin area, and nowhere else', () => {
  const consent = '/admin/apps/authorize?state=a%26b&scope=draft+media';
  expect(after(loginBefore(consent))).toBe(consent);
  const hostile = [
    'https://evil.example/admin/',
    '//evil.example/admin/',
    '/\\evil.example/admin/',
    '/admin/../login',
    '/adminx/',
    'javascript:alert(1)',
    '/feed.xml',
    '',
  ];
  for (const next of hostile) expect(after(loginBefore(next)), next).toBe('/admin');
  expect(after('/login')).toBe('/admin');
});
