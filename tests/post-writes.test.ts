import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts', 'src/platform/db/**'] });
const isStore = (file: string): boolean => /\/store(\/|\.ts$)/.test(file);
const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8'))).sort();

/** Tables of posts and of data derived from them. */
const tables = [
  'posts',
  'post_tags',
  'post_categories',
  'post_addresses',
  'images',
  'votes',
  'comments',
  'revisions',
  'listings',
  'listing_totals',
  'search_texts',
  'search_words',
];
const names = tables.join('|');

test('posts are only changed in transactions of changePosts', () => {
  expect(filesWith(/\binPostTransaction\b/)).toEqual([
    'src/core/posts/change-posts.ts',
    'src/core/site/store/post-transaction.ts',
  ]);
  expect(filesWith(/\bas (unknown as )?PostTransaction\b/)).toEqual([]);
});

test('only the store writes tables that belong to posts', () => {
  const built = new RegExp(`\\b(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\\(\\s*'(${names})`);
  const written = new RegExp(`\\b(insert into|update|delete from) (${names})\\b`, 'i');
  const writers = [...filesWith(built), ...filesWith(written)];
  expect(writers).toContain('src/core/posts/store/posts.ts');
  expect(filesWith(/\.search\.\w+Words\b/)).toEqual(['src/core/posts/search/store/search.ts']);
  expect(writers.filter((file) => !isStore(file))).toEqual([]);
});

/** Functions of the store that write these tables with any connection, and why they may. */
const exceptions: Record<string, string> = {
  count: 'private, for relist and unlist',
  countVote: 'private, for addVote',
  deleteRevisions: 'no page shows revisions',
  deleteFormerUrl: 'frees the web title of a deleted post',
  insertVote: 'private, for addVote',
  markForRendering: 'only the renderer version, which no page shows',
  putSearchWords: 'rebuilds the words of texts that are indexed',
  relistAll: 'rebuilds all lists after bulk changes',
  setOriginOfAnswer: 'the id of an answer for other servers, which no page shows',
  setTrainedAs: 'training of the spam filter',
  setVerdict: 'the verdict on comments that wait',
  takeOut: 'private, for relist and unlist',
};

test('functions of the store that write tables that belong to posts require a PostTransaction', () => {
  const write = new RegExp(
    `(insertInto|updateTable|deleteFrom)\\(\\s*'(${names})'|(insert into|delete from|update) (${names})\\b|\\.search\\.\\w+Words\\b`,
  );
  const declarations = sources
    .filter(isStore)
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8').split(/^(?=(?:export |async |const |function ))/m),
    )
    .filter((code) => write.test(code));
  const open = declarations
    .filter((code) => !/^[^{]*?\(\s*(\{[^}]*\}|\w+): PostTransaction/.test(code))
    .map((code) => /(?:function|const) (\w+)/.exec(code)?.[1]);
  expect(declarations.length).toBeGreaterThan(20);
  expect(open.sort()).toEqual(Object.keys(exceptions).sort());
});
