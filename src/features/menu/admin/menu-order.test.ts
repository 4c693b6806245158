import { expect, test } from 'vitest';
import {
  type Lists,
  place,
  position,
  type Row,
  removeRow,
  type Step,
  step,
  toEntries,
  toRows,
} from './menu-order.ts';

/** `a` is an entry, `-b` is below it, `G` a group without a link. */
const row = (text: string): Row => {
  const name = text.replace('-', '');
  return {
    key: name,
    depth: text.startsWith('-') ? 1 : 0,
    label: name,
    title: '',
    url: null,
    state: 'public',
    target: name === 'G' ? null : { kind: 'tag', name },
  };
};
const lists = (header: string, footer = ''): Lists => {
  const rows = (text: string) => text.split(' ').filter(Boolean).map(row);
  return { header: rows(header), footer: rows(footer) };
};
const written = ({ header, footer }: Lists): string =>
  [header, footer]
    .map((rows) => rows.map(({ depth, key }) => (depth ? `-${key}` : key)).join(' '))
    .join(' | ')
    .replace(/ \| $/, '');

test.each<[string, string, Step, string]>([
  ['a b c', 'b', 'up', 'b a c'],
  ['a b c', 'a', 'up', 'a b c'],
  ['a b c', 'c', 'down', 'a b c'],
  ['a -b c -d', 'c', 'up', 'c -d a -b'],
  ['a -b c -d', 'a', 'down', 'c -d a -b'],
  ['a b c', 'b', 'nest', 'a -b c'],
  ['a b c', 'a', 'nest', 'a b c'],
  ['a b -c', 'b', 'nest', 'a b -c'],
  ['a G', 'G', 'nest', 'a G'],
  ['a -b -c d', 'b', 'unnest', 'a -c b d'],
  ['a -b -c d', 'c', 'unnest', 'a -b c d'],
  ['a -b -c', 'c', 'up', 'a -c -b'],
  ['a -b -c', 'b', 'up', 'a -b -c'],
  ['a b -c', 'c', 'up', 'a -c b'],
  ['a -b c -d', 'b', 'down', 'a c -b -d'],
  ['a -b', 'b', 'down', 'a -b'],
])('%s: %s %s gives %s', (before, key, direction, after) => {
  expect(written(step(lists(before), key, direction))).toBe(after);
});

test('what does not move stays the same object, so that nothing is unsaved', () => {
  const before = lists('a b');
  expect(step(before, 'a', 'up')).toBe(before);
  expect(step(before, 'x', 'up')).toBe(before);
});

test('an entry has room for 12 rows', () => {
  const full = `a ${Array.from({ length: 12 }, (_, index) => `-x${index}`).join(' ')}`;
  for (const [before, key, direction] of [
    [`${full} b`, 'b', 'nest'],
    [`${full} b -c`, 'c', 'up'],
    [`b -c ${full}`, 'c', 'down'],
  ] as const)
    expect(written(step(lists(before), key, direction))).toBe(before);
});

test.each([
  ['a b c', 'a', 3, 0, 'b c a'],
  ['a b c', 'c', 0, 0, 'c a b'],
  ['a -b c', 'c', 1, 0, 'c a -b'],
  ['a -b -d c', 'c', 2, 0, 'a -b -d c'],
  ['a -b c', 'c', 1, 1, 'a -c -b'],
  ['a -b c', 'a', 3, 1, 'c a -b'],
  ['a b', 'a', 0, 1, 'a b'],
  ['a -b c', 'a', 1, 0, 'a -b c'],
] as const)('%s: %s dropped at %i with depth %i gives %s', (before, key, index, depth, after) => {
  expect(written(place(lists(before), key, { list: 'header', index, depth }))).toBe(after);
});

test('a row moves to the other list with the rows below it', () => {
  const moved = place(lists('a -b c', 'd'), 'a', { list: 'footer', index: 1, depth: 0 });
  expect(written(moved)).toBe('c | d a -b');
});

test('removing an entry leaves the rows below it', () => {
  expect(written(removeRow(lists('a -b -c d'), 'a'))).toBe('b c d');
});

test('rows and entries are the same menu', () => {
  const entries = [
    {
      label: '',
      target: { kind: 'place', place: 'home' },
      title: '',
      url: '/',
      state: 'public',
      children: [],
    },
    {
      label: 'More',
      target: null,
      title: '',
      url: null,
      state: 'public',
      children: [
        { label: '', target: { kind: 'tag', name: 'x' }, title: 'x', url: '/tag/x', state: 'public' },
      ],
    },
  ] as const satisfies Parameters<typeof toRows>[0];
  expect(toEntries(toRows(entries))).toEqual([
    { label: '', target: { kind: 'place', place: 'home' }, children: [] },
    { label: 'More', target: null, children: [{ label: '', target: { kind: 'tag', name: 'x' } }] },
  ]);
});

test('a position is said in words', () => {
  const menu = lists('a -b -c', 'd');
  expect(position(menu, 'c')).toBe('2 of 2 below a');
  expect(position(menu, 'a')).toBe('1 of 1 in Header');
  expect(position(menu, 'd')).toBe('1 of 1 in Footer');
});
