import { expect, test } from 'vitest';
import { blocks } from '../blocks.ts';
import { isIcon } from '../toolbar/icons.tsx';
import { findSlash, groupOf, searchBlocks } from './block-search.ts';

test('without a query all blocks are found, each group in one piece', () => {
  const all = searchBlocks('');
  expect(new Set(all)).toEqual(new Set(blocks));
  expect(all.length).toBe(blocks.length);
  const groups = all.map(groupOf);
  const changes = groups.filter((group, at) => group !== groups[at - 1]);
  expect(changes).toEqual([...new Set(groups)]);
});

test('the start of a name wins over other words', () => {
  expect(searchBlocks('tab')[0]?.name).toBe('Table');
  expect(searchBlocks('list').map(({ name }) => name)).toContain('Task List');
  expect(searchBlocks('nothing of the kind')).toEqual([]);
});

test('every block has an icon', () => {
  expect(blocks.filter(({ icon }) => !isIcon(icon))).toEqual([]);
});

test('a slash opens the menu at the start and after a blank only', () => {
  for (const text of ['/', 'word /', '\u00a0/']) expect(findSlash(text), text).not.toBeNull();
  for (const text of ['', 'and/', '//', '/a', 'https:/']) expect(findSlash(text), text).toBeNull();
});
