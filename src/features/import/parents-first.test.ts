import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommentItem } from './items.ts';
import { ParentsFirst } from './parents-first.ts';

const item = (key: string, parent?: string): CommentItem => ({
  kind: 'comment',
  key,
  sourceKind: 'comment',
  label: key,
  post: { address: '/' },
  name: 'Ada',
  text: key,
  date: null,
  approved: true,
  source: 'comment',
  ...(parent !== undefined && { parent }),
});
const shape = ({ key, parent }: CommentItem) => `${key}${parent === undefined ? '' : `<${parent}`}`;
const ordered = (items: readonly CommentItem[]) => {
  const order = new ParentsFirst();
  return [...items.flatMap((one) => order.add(one)), ...order.end()].map(shape);
};

test('comments in order are passed on at once', () => {
  const order = new ParentsFirst();
  expect(order.add(item('a')).map(shape)).toEqual(['a']);
  expect(order.add(item('b', 'a')).map(shape)).toEqual(['b<a']);
  expect(order.end()).toEqual([]);
});

test('replies wait for their parents, whole chains of them', () => {
  expect(ordered([item('c', 'b'), item('d', 'c'), item('b', 'a'), item('x'), item('a')])).toEqual([
    'x',
    'a',
    'b<a',
    'c<b',
    'd<c',
  ]);
});

test('comments whose parent is missing or in a circle come out last', () => {
  expect(ordered([item('d', 'c'), item('c', 'b'), item('b', 'x')])).toEqual(['b<x', 'c<b', 'd<c']);
  expect(ordered([item('a', 'b'), item('b', 'a')])).toEqual(['a<b', 'b<a']);
  expect(ordered([item('a', 'a')])).toEqual(['a<a']);
});

test('replies to what is left out reply to the comment above', () => {
  const order = new ParentsFirst();
  const passed = [
    ...order.add(item('a')),
    ...order.leaveOut('b', 'a'),
    ...order.add(item('c', 'b')),
    ...order.add(item('e', 'd')),
    ...order.leaveOut('d', 'c'),
    ...order.leaveOut('f', undefined),
    ...order.add(item('g', 'f')),
    ...order.end(),
  ];
  expect(passed.map(shape)).toEqual(['a', 'c<a', 'e<c', 'g']);
});

test('in any order every comment comes out once, after its parent', () => {
  const list = fc.array(fc.record({ parent: fc.nat(), place: fc.nat() }), { maxLength: 30 });
  fc.assert(
    fc.property(list, (parents) => {
      const items = parents
        .map(({ parent, place }, key) => ({
          place,
          one: item(String(key), parent % (key + 1) === key ? undefined : String(parent % (key + 1))),
        }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ one }) => one);
      const order = new ParentsFirst();
      const passed = [...items.flatMap((one) => order.add(one)), ...order.end()];
      expect(passed.map(({ key }) => key).toSorted()).toEqual(items.map(({ key }) => key).toSorted());
      const before = new Set<string>();
      for (const { key, parent } of passed) {
        if (parent !== undefined) expect(before).toContain(parent);
        before.add(key);
      }
    }),
  );
});
