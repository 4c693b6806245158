import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { visitor } from '../../../platform/http/viewer.ts';
import { firstAdministrator } from './first-administrator.ts';
import { signIn, signOut, viewerOf } from './sign-in.ts';
import { addUser, changePassword, removeUser } from './users.ts';

const day = 24 * 60 * 60 * 1000;
const password = 'the ferry is late again';
const from = { address: '192.0.2.7', browser: null, userAgent: 'Test' };

async function blogWithOwner() {
  const blog = await memoryBlog();
  await firstAdministrator(blog, 'admin', password);
  const enter = async (given = password, origin = from) => {
    const result = await signIn(blog, { ...origin, username: 'admin', password: given });
    return result && 'token' in result ? result.token : null;
  };
  return { blog, enter };
}

test('the right password starts a session, whose token is stored only as a hash', async () => {
  const { blog, enter } = await blogWithOwner();
  const token = await enter();
  expect(await viewerOf(blog, token ?? undefined)).toMatchObject({ admin: true, username: 'admin' });
  const sessions = await blog.db.selectFrom('sessions').selectAll().execute();
  expect(sessions).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain(token);
});

test('a wrong password, an unknown name and an invalid token are refused', async () => {
  const { blog, enter } = await blogWithOwner();
  expect(await enter('the ferry is on time')).toBeNull();
  expect(await signIn(blog, { ...from, username: 'unknown', password })).toBeNull();
  for (const token of [undefined, '', 'x'.repeat(43)]) expect(await viewerOf(blog, token)).toEqual(visitor);
});

test('ten failed attempts block only that IP address, for 15 minutes', async () => {
  const { blog, enter } = await blogWithOwner();
  for (let attempt = 0; attempt < 10; attempt++) {
    // Guesses of one name from many addresses are slowed down; these are of different names.
    const guess = signIn(blog, { ...from, username: `name ${attempt}`, password: 'guess' });
    expect(await guess).toBeNull();
  }
  await expect(enter()).rejects.toMatchObject({ code: 'too_many' });
  expect(await enter(password, { ...from, address: '198.51.100.1' })).not.toBeNull();
  blog.wait(16 * 60_000);
  expect(await enter()).not.toBeNull();
});

test('a session ends by signing out, or after 30 days without use', async () => {
  const { blog, enter } = await blogWithOwner();
  const [first, second] = [await enter(), await enter()];
  await signOut(blog, await viewerOf(blog, first ?? undefined));
  expect(await viewerOf(blog, first ?? undefined)).toEqual(visitor);
  for (let turn = 0; turn < 2; turn++) {
    blog.wait(29 * day);
    expect((await viewerOf(blog, second ?? undefined)).admin).toBe(true);
  }
  blog.wait(31 * day);
  expect(await viewerOf(blog, second ?? undefined)).toEqual(visitor);
});

test('changing the password ends all sessions of the user but the new one', async () => {
  const { blog, enter } = await blogWithOwner();
  const [here, elsewhere] = [await enter(), await enter()];
  const viewer = await viewerOf(blog, here ?? undefined);
  if (!viewer.admin) throw new Error('The sign-in failed.');
  const input = { password: 'another sentence of my own', userAgent: 'Test' };
  const { token } = await changePassword(blog, viewer, viewer.userId, input);
  expect((await viewerOf(blog, token ?? undefined)).admin).toBe(true);
  for (const old of [here, elsewhere]) expect(await viewerOf(blog, old ?? undefined)).toEqual(visitor);
  expect(await enter()).toBeNull();
});

test('administrators need strong passwords and unique names, and the last one cannot be removed', async () => {
  const { blog } = await blogWithOwner();
  const add = (username: string, given: string) => addUser(blog, visitor, { username, password: given });
  await expect(add('Bo', 'password1234')).rejects.toMatchObject({ code: 'invalid' });
  await expect(add('ADMIN', 'a quiet harbor at dawn')).rejects.toMatchObject({ code: 'conflict' });
  const { id } = await add('Bo', 'a quiet harbor at dawn');
  await removeUser(blog, id);
  const users = await blog.db.selectFrom('users').select('id').execute();
  await expect(removeUser(blog, users[0]?.id ?? 0)).rejects.toMatchObject({ code: 'conflict' });
});
