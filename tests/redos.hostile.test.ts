import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkedFile, expressionHash, expressionProblem, expressions } from './support/check-expression.ts';

/** Expressions that are not checked, by file and beginning, each with the reason why its input is bounded. */
const bounded: Record<string, string> = {
  'src/content/markdown/is-markdown.ts: /(?:^|[\\s(])(?:\\*\\*|__)':
    'Reads at most 300 characters from each place of a paste of at most 200,000, in the browser of the writer.',
  'src/content/editor/schema/typed-marks.ts: new RegExp(':
    'Tried on the last 500 characters before the cursor, in the browser of the writer.',
  'src/content/editor/find/search.ts: new RegExp(':
    'Escaped words of the author, without any repetition, searched in the browser of the author.',
  'src/features/social/networks/text.ts: /^\\p{RGI_Emoji}$/v':
    'One property of a whole string, without any repetition.',
  'src/content/foreign/code-language.ts: new RegExp(':
    'Fixed beginnings, and a name of at most 31 characters.',
  'src/features/import/formats/markdown/site.ts: /^\\+\\+\\+':
    'Reads the first 2,000 characters of at most 50 files.',
  'src/core/comments/spam/words.ts: new RegExp(':
    'One letter, with names of scripts as conditions, without any repetition.',
  'src/features/publish/static-paths.ts: new RegExp(':
    'Names of folders that this file fixes, without any repetition.',
  'src/platform/messages/rich.ts: /': 'Reads a message of ours and its translations, not what people send.',
  'src/content/document/url.ts: new RegExp(':
    'The checker does not know set operations; a lookbehind lets each run of characters be read once.',
};
const reasonFor = (name: string) => Object.keys(bounded).find((start) => name.startsWith(start));

const all = expressions();
const listed = new Set(readFileSync(checkedFile, 'utf8').trim().split('\n'));

/** What was checked before need not be checked again, except for some, so that the list cannot be made up. */
const isSample = (hash: string) => /^[0-3]0/.test(hash);

const unchecked = all
  .map((expression) => ({ expression, name: `${expression.file}: ${expression.code}` }))
  .filter(({ expression, name }) => {
    const hash = expressionHash(expression);
    return !reasonFor(name) && (!listed.has(hash) || isSample(hash));
  });

test('finds the expressions of the sources', () => {
  expect(all.length).toBeGreaterThan(200);
});

// One test for each, because the checker blocks its process.
test.for(unchecked)('$name takes at most linear time', async ({ expression, name }) => {
  expect(await expressionProblem(expression), name).toBeNull();
});

test('most expressions are listed as checked: after changes run `npm run expressions`', () => {
  const unlisted = all.filter((one) => !listed.has(expressionHash(one)));
  expect(unlisted.length).toBeLessThan(60);
});

test('each exception names an existing expression and a reason', () => {
  const names = all.map(({ file, code }) => `${file}: ${code}`);
  for (const [start, reason] of Object.entries(bounded)) {
    expect(
      names.some((name) => name.startsWith(start)),
      start,
    ).toBe(true);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  }
});

test.each([
  [String.raw`\s*,\s*`, ''],
  ['-+$', ''],
  ['(a+)+$', ''],
])('control: %s would be found', async (pattern, flags) => {
  expect(await expressionProblem({ pattern, flags })).toMatch(/polynomial|exponential/);
});
