import { expect, test } from 'vitest';
import type { Post } from '../../posts/api/posts.ts';
import { fieldConflicts } from './merge-fields.ts';
import { emptyOf, type PostValues } from './post-values.ts';

const names = {
  categories: new Map(),
  theirs: { kind: 'post', images: [], translations: [] } as unknown as Post,
};
const conflicts = (mine: Partial<PostValues>, theirs: Partial<PostValues>) => {
  const base = emptyOf('post');
  return fieldConflicts(base, { ...base, ...mine }, { ...base, ...theirs }, names);
};

test('whether a post is sent to subscribers is a sentence', () => {
  expect(conflicts({ send_mail: true }, { send_mail: false })).toMatchObject([
    { label: 'Send to subscribers by mail', mine: 'Yes', theirs: 'No' },
  ]);
  expect(conflicts({ send_mail: true }, {})).toMatchObject([{ theirs: 'As the mail settings say' }]);
});

test('every field that can differ has a label', () => {
  const { id: _, kind: __, version: ___, post_content: ____, ...fields } = emptyOf('post');
  const changed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? [7] : '2026-03-01T12:00:00Z',
    ]),
  );
  const found = conflicts({}, changed);
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(fields).sort());
  expect(found.filter(({ name, label }) => name === label)).toEqual([]);
});
