import { expect, test } from 'vitest';
import { regularExpressions } from './support/regular-expressions.ts';

// The pure JavaScript checker, which needs no Java and no platform-specific binary.
process.env.RECHECK_BACKEND = 'pure';
const { check } = await import('recheck');

/**
 * Limits steps rather than time, so that the result does not depend on the machine. Four million steps over 10,000
 * characters distinguish a quadratic expression from one that re-reads at most 300 characters.
 */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  attackLimit: 4_000_000,
  incubationLimit: 10_000,
  maxAttackStringSize: 10_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  maxIteration: 3,
  randomSeed: 1,
} as const;

/** Expressions that are not checked, by file and beginning, each with the reason why its input is bounded. */
const bounded: Record<string, string> = {
  'src/document/markdown/is-markdown.ts: /(?:^|[\\s(])(?:\\*\\*|__)':
    'Reads at most 300 characters from each place of a paste of at most 200,000, in the browser of the writer.',
  'src/web/editor/schema/typed-marks.ts: new RegExp(':
    'Tried on the last 500 characters before the cursor, in the browser of the writer.',
  'src/web/editor/find/search.ts: new RegExp(':
    'Escaped words of the author, without any repetition, searched in the browser of the author.',
  'src/social/text.ts: /^\\p{RGI_Emoji}$/v': 'One property of a whole string, without any repetition.',
  'src/import/xml-elements.ts: new RegExp(':
    'Names of elements, and at most nine characters of white space: no repetition without a bound.',
  'src/document/url.ts: new RegExp(':
    'The checker does not know set operations; a lookbehind lets each run of characters be read once.',
};
const reasonFor = (name: string) => Object.keys(bounded).find((start) => name.startsWith(start));

const expressions = new Map(regularExpressions().map((one) => [one.code, one]));

test('no regular expression takes more than linear time', async () => {
  expect(expressions.size).toBeGreaterThan(200);
  const faults: string[] = [];
  for (const { file, code, pattern, flags } of expressions.values()) {
    if (reasonFor(`${file}: ${code}`)) continue;
    const verdict = pattern === null ? null : await check(pattern, flags, limits);
    if (verdict?.status === 'safe') continue;
    const reason =
      verdict?.status === 'vulnerable'
        ? verdict.complexity.summary
        : `cannot be checked: ${verdict?.error.kind ?? 'made at run time'}`;
    faults.push(`${file}: ${code} ${reason}`);
  }
  expect(faults).toEqual([]);
}, 600_000);

test('each exception names an existing expression and a reason', () => {
  const names = [...expressions.values()].map(({ file, code }) => `${file}: ${code}`);
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
  expect(await check(pattern, flags, limits)).toMatchObject({ status: 'vulnerable' });
});
