import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { dkimOptions, dkimRecordFound, dkimRecordLost, dkimState, makeDkimKey, switchDkim } from './dkim.ts';

const mailBlog = async () => ({
  ...(await memoryBlog()),
  mail: { smtpUrl: 'smtps://blog%40example.org:secret@mail.example.org', imapUrl: null },
});

test('a key signs once its record was found, and only for that domain', async () => {
  const blog = await mailBlog();
  expect(await dkimState(blog)).toEqual({ key: null, signs: null, isOff: false });
  await makeDkimKey(blog);
  const { key } = await dkimState(blog);
  expect(key?.selector).toBe('blog20260301');
  expect(await dkimOptions(blog)).toBeNull();

  await dkimRecordFound(blog, 'example.org', 'blog20260301');
  const options = await dkimOptions(blog);
  expect(options).toMatchObject({ domainName: 'example.org', keySelector: 'blog20260301' });
  const privateKey = createPrivateKey(options?.privateKey ?? '');
  expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  const published = Buffer.from(/p=(.+)$/.exec(key?.record ?? '')?.[1] ?? '', 'base64');
  expect(
    createPublicKey({ key: published, format: 'der', type: 'spki' }).equals(createPublicKey(privateKey)),
  ).toBe(true);

  await writeSetting(blog.db, 'mail', JSON.stringify({ from_address: 'blog@other.example' }));
  expect(await dkimOptions(blog)).toBeNull();
});

test('a new key leaves signing to the old one until its own record is found', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  await dkimRecordFound(blog, 'example.org', 'blog20260301');
  const first = await dkimOptions(blog);
  await makeDkimKey(blog);
  expect((await dkimState(blog)).key?.selector).toBe('blog20260301-2');
  expect(await dkimOptions(blog)).toEqual(first);
  await dkimRecordFound(blog, 'example.org', 'blog20260301-2');
  const second = await dkimOptions(blog);
  expect(second?.keySelector).toBe('blog20260301-2');
  expect(second?.privateKey).not.toBe(first?.privateKey);
});

test('a lost record and the owner stop signing', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  await dkimRecordFound(blog, 'example.org', 'blog20260301');
  await switchDkim(blog, true);
  expect(await dkimOptions(blog)).toBeNull();
  await switchDkim(blog, false);
  expect(await dkimOptions(blog)).not.toBeNull();
  await dkimRecordLost(blog, 'example.org', 'another');
  expect(await dkimOptions(blog)).not.toBeNull();
  await dkimRecordLost(blog, 'example.org', 'blog20260301');
  expect(await dkimOptions(blog)).toBeNull();
  // The same record makes it sign again.
  await dkimRecordFound(blog, 'example.org', 'blog20260301');
  expect(await dkimOptions(blog)).not.toBeNull();
});

test('what is shown contains no private key', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  await dkimRecordFound(blog, 'example.org', 'blog20260301');
  expect(JSON.stringify(await dkimState(blog))).not.toContain('PRIVATE');
  const activity = await blog.db.selectFrom('activity').select('what').execute();
  expect(JSON.stringify(activity)).not.toContain('PRIVATE');
  expect(activity).toHaveLength(2);
});
