import { expect, test } from 'vitest';
import { Dependencies } from './dependencies.ts';

test('a response may be cached when every part recorded what it depends on', async () => {
  const complete = new Dependencies();
  await complete.recorded(async (record) => record('site'))();
  await complete.recorded(async (record) => record())();
  expect([complete.mayBeCached, [...complete.keys]]).toEqual([true, ['site']]);

  const forgetful = new Dependencies();
  await forgetful.recorded(async (record) => record('site'))();
  expect(await forgetful.recorded(async (_, value: number) => value)(7)).toBe(7);
  expect(forgetful.mayBeCached).toBe(false);

  const failed = new Dependencies();
  await failed.recorded(async (record) => record('site'))();
  await expect(failed.recorded(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
  expect(failed.mayBeCached).toBe(false);
  expect(new Dependencies().mayBeCached).toBe(false);
});
