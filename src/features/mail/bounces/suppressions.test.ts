import { expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { hashOfAddress } from '../queue/links.ts';
import { bounceOf, clearBounce, isSuppressed, recordBounce, suppressedAmong } from './suppressions.ts';

const address = 'Reader@example.org';

async function addPeople({ db }: MemoryBlog): Promise<void> {
  const dates = { date_added: '2026-02-01T00:00:00.000Z', date_confirmed: '2026-02-01T00:00:00.000Z' };
  for (const one of [address, 'other@example.org']) {
    const person = { address: one, address_key: one.toLowerCase(), ...dates };
    await db
      .insertInto('subscribers')
      .values({
        ...person,
        frequency: 'at-once',
        all_posts: 1,
        source: 'form',
        date_bounced: null,
        bounce: null,
      })
      .execute();
    await db.insertInto('commenters').values(person).execute();
  }
}

const people = async ({ db }: MemoryBlog, table: 'subscribers' | 'commenters') =>
  db.selectFrom(table).select(['address', 'date_bounced', 'bounce']).orderBy('id').execute();

test('a bounce stops mail to the address and marks its subscriber and commenter', async () => {
  const blog = await memoryBlog();
  await addPeople(blog);
  await recordBounce(blog, blog.db, 'reader@EXAMPLE.org', '550 5.1.1\r\nNo such user\u0000');
  const date_bounced = '2026-03-01T12:00:00.000Z';
  for (const table of ['subscribers', 'commenters'] as const)
    expect(await people(blog, table)).toEqual([
      { address, date_bounced, bounce: '550 5.1.1 No such user' },
      { address: 'other@example.org', date_bounced: null, bounce: null },
    ]);
  expect(await isSuppressed(blog, blog.db, address)).toBe(true);
  expect(await suppressedAmong(blog, blog.db, ['other@example.org', address])).toEqual(new Set([address]));
  expect(await bounceOf(blog, blog.db, address)).toEqual({
    date: date_bounced,
    detail: '550 5.1.1 No such user',
  });
});

test('the address itself is not stored with the suppression', async () => {
  const blog = await memoryBlog();
  await recordBounce(blog, blog.db, address, 'No such user');
  const rows = await blog.db.selectFrom('mail_suppressions').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows).toLowerCase()).not.toContain('reader');
});

test('a second bounce replaces the first, and a confirmation ends it', async () => {
  const blog = await memoryBlog();
  await addPeople(blog);
  await recordBounce(blog, blog.db, address, 'first');
  await recordBounce(blog, blog.db, address, 'second');
  expect(await bounceOf(blog, blog.db, address)).toMatchObject({ detail: 'second' });
  await clearBounce(blog, blog.db, address);
  expect(await isSuppressed(blog, blog.db, address)).toBe(false);
  expect(await people(blog, 'subscribers')).toMatchObject([{ date_bounced: null, bounce: null }, {}]);
});

test('people who unsubscribed can be written to when they ask for it', async () => {
  const blog = await memoryBlog();
  await blog.db
    .insertInto('mail_suppressions')
    .values({
      address_hash: hashOfAddress(blog, address),
      reason: 'unsubscribed',
      detail: '',
      date_added: '2026-02-01T00:00:00.000Z',
    })
    .execute();
  expect(await isSuppressed(blog, blog.db, address)).toBe(false);
  expect(await bounceOf(blog, blog.db, address)).toBeNull();
  await clearBounce(blog, blog.db, address);
  expect(await blog.db.selectFrom('mail_suppressions').selectAll().execute()).toHaveLength(1);
});
