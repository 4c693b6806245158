import { expect, test } from 'vitest';
import { ambiguousPaths, categoryTree, type TopicNode } from './category-tree.ts';

const outline = (nodes: readonly TopicNode[]): unknown[] =>
  nodes.map(({ path, count, children }) => [path, count, ...outline(children)]);

const all = (...paths: string[]) => paths.map((category_path) => ({ category_path, titles: '' }));

test('a node counts the posts of the categories below it, also without a category of its own', () => {
  const totals = new Map([
    ['travel', 5],
    ['japan', 3],
    ['kyoto', 2],
  ]);
  // 'travel' itself is no category.
  const tree = categoryTree(all('travel.japan', 'travel.japan.kyoto'), totals, new Map());
  expect(outline(tree)).toEqual([['travel', 5, ['travel.japan', 3, ['travel.japan.kyoto', 2]]]]);
});

test('a segment in two places counts the posts of each place', () => {
  const paths = all('home', 'home.food', 'travel', 'travel.food', 'travel.food.street');
  expect(ambiguousPaths(paths)).toEqual(['home.food', 'travel.food']);
  const totals = new Map([
    ['food', 9],
    ['home', 4],
    ['travel', 6],
    ['street', 2],
  ]);
  const exact = new Map([
    ['home.food', 4],
    ['travel.food', 5],
  ]);
  expect(outline(categoryTree(paths, totals, exact))).toEqual([
    ['home', 4, ['home.food', 4]],
    ['travel', 6, ['travel.food', 5, ['travel.food.street', 2]]],
  ]);
});

test('categories without public posts are left out, with those below them', () => {
  expect(categoryTree(all('secret', 'secret.plan'), new Map(), new Map())).toEqual([]);
});

test('siblings are in the order of their titles', () => {
  const totals = new Map(['b', 'a', 'a-c', 'ab'].map((name) => [name, 1]));
  expect(categoryTree(all(...totals.keys()), totals, new Map()).map(({ path }) => path)).toEqual([
    'a',
    'a-c',
    'ab',
    'b',
  ]);
});
