import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import type { Blog } from '../../../platform/blog.ts';
import { usualChoices } from '../api/subscriptions.ts';
import { hashOfAddress, hashOfToken, newToken, signedId } from '../queue/links.ts';
import { activeSubscribers, insertSubscriber } from '../store/subscribers.ts';
import { suppressionOf } from '../store/suppressions.ts';
import { deleteExpiredTokens, insertToken } from '../store/tokens.ts';
import {
  changeSubscription,
  confirmSubscription,
  pendingSubscription,
  subscription,
  unsubscribe,
} from './subscriptions.ts';

const hour = 60 * 60 * 1000;

async function askFor(blog: Blog, address: string, choices = usualChoices): Promise<string> {
  const token = newToken();
  const asked = blog.now().toISOString();
  const address_key = address.toLowerCase();
  await insertToken(blog.db, {
    token_hash: hashOfToken(token),
    purpose: 'subscribe',
    content: JSON.stringify({ address, address_key, choices, asked }),
    address_key,
    date_added: asked,
    expires: new Date(blog.now().getTime() + 48 * hour).toISOString(),
  });
  return token;
}

const addCategory = async (blog: Blog, category_path: string): Promise<number> =>
  (
    await blog.db
      .insertInto('categories')
      .values({ category_path, titles: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('a link starts the subscription once, and ends all other links of the address', async () => {
  const blog = await memoryBlog();
  const travel = await addCategory(blog, 'travel');
  const choices = { frequency: 'weekly' as const, all_posts: false, categories: [travel, 999] };
  const first = await askFor(blog, 'Reader@example.org');
  const second = await askFor(blog, 'reader@example.org', choices);
  expect(await pendingSubscription(blog, second)).toEqual({ address: 'r•••@example.org', choices });
  const signed = (await confirmSubscription(blog, second)) ?? '';
  expect(await subscription(blog, signed)).toEqual({
    address: 'r•••@example.org',
    choices: { ...choices, categories: [travel] },
  });
  for (const token of [first, second, 'x', ''])
    expect([await pendingSubscription(blog, token), await confirmSubscription(blog, token)]).toEqual([
      null,
      null,
    ]);
});

test('a link is valid for 48 hours, and is forgotten after them', async () => {
  const blog = await memoryBlog();
  const token = await askFor(blog, 'reader@example.org');
  blog.wait(48 * hour - 1);
  expect(await pendingSubscription(blog, token)).not.toBeNull();
  expect(await deleteExpiredTokens(blog.db, blog.now().toISOString(), 500 as never)).toBe(0);
  blog.wait(1);
  expect(await confirmSubscription(blog, token)).toBeNull();
  expect(await deleteExpiredTokens(blog.db, blog.now().toISOString(), 500 as never)).toBe(1);
});

test('who confirms again keeps one row, with the new choices and without the bounce', async () => {
  const blog = await memoryBlog();
  const signed = await confirmSubscription(blog, await askFor(blog, 'reader@example.org'));
  await blog.db
    .updateTable('subscribers')
    .set({ date_bounced: blog.now().toISOString(), bounce: '550' })
    .execute();
  const weekly = { ...usualChoices, frequency: 'weekly' as const };
  expect(await confirmSubscription(blog, await askFor(blog, 'READER@example.org', weekly))).toBe(signed);
  expect(await blog.db.selectFrom('subscribers').select(['frequency', 'date_bounced']).execute()).toEqual([
    { frequency: 'weekly', date_bounced: null },
  ]);
});

test('unsubscribing deletes the address, stays possible and is undone by confirming only', async () => {
  const blog = await memoryBlog();
  const hash = hashOfAddress(blog, 'reader@example.org');
  const signed = (await confirmSubscription(blog, await askFor(blog, 'reader@example.org'))) ?? '';
  const open = await askFor(blog, 'reader@example.org');
  expect(await unsubscribe(blog, signed)).toBe(true);
  expect(await unsubscribe(blog, signed)).toBe(true);
  expect(await subscription(blog, signed)).toBe('ended');
  expect(await changeSubscription(blog, signed, usualChoices)).toBe(false);
  expect(await confirmSubscription(blog, open)).toBeNull();
  expect((await suppressionOf(blog.db, [hash]))?.reason).toBe('unsubscribed');
  expect(await confirmSubscription(blog, await askFor(blog, 'reader@example.org'))).not.toBe(signed);
  expect(await suppressionOf(blog.db, [hash])).toBeUndefined();
});

test('links that were not signed for subscribers change nothing', async () => {
  const blog = await memoryBlog();
  const signed = (await confirmSubscription(blog, await askFor(blog, 'reader@example.org'))) ?? '';
  const id = Number.parseInt(signed, 10);
  for (const other of [
    signedId(blog, 'commenter', id),
    `${id}-${'A'.repeat(43)}`,
    signed.slice(0, -1),
    `0${signed}`,
    '',
  ]) {
    expect(await unsubscribe(blog, other)).toBe(false);
    expect(await changeSubscription(blog, other, usualChoices)).toBe(false);
    expect(await subscription(blog, other)).toBeNull();
  }
  expect(await subscription(blog, signed)).not.toBeNull();
});

test('active subscribers are those who want the categories of a post, and whose mail arrives', async () => {
  const blog = await memoryBlog();
  const travel = await addCategory(blog, 'travel');
  const food = await addCategory(blog, 'food');
  const now = blog.now().toISOString();
  const add = async (address: string, choices: object = {}) =>
    insertSubscriber(blog.db, {
      ...usualChoices,
      ...choices,
      address,
      address_key: address,
      source: 'form',
      date_added: now,
      date_confirmed: now,
    });
  await add('all@example.org');
  await add('travel@example.org', { all_posts: false, categories: [travel] });
  await add('food@example.org', { all_posts: false, categories: [food] });
  await add('none@example.org', { all_posts: false });
  await add('weekly@example.org', { frequency: 'weekly' });
  await add('bounced@example.org');
  await blog.db
    .updateTable('subscribers')
    .set({ date_bounced: now })
    .where('address', '=', 'bounced@example.org')
    .execute();
  const found = async (filter: object, after = 0, limit = 10) =>
    (await activeSubscribers(blog.db, after, limit, { frequency: 'at-once', ...filter })).map(
      ({ address }) => address.split('@')[0],
    );
  expect(await found({ categories: [travel] })).toEqual(['all', 'travel']);
  expect(await found({ categories: [travel, food] })).toEqual(['all', 'travel', 'food']);
  expect(await found({ categories: [] })).toEqual(['all']);
  expect(await found({}, 1, 2)).toEqual(['travel', 'food']);
  expect(await found({ frequency: 'weekly' })).toEqual(['weekly']);
});
