import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Override = {
  includes: string[];
  linter?: {
    rules?: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } };
  };
};
const { overrides } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../biome.json'), 'utf8')) as {
  overrides: Override[];
};

/** The last override that matches a file replaces the options of the others, so each has to repeat this pattern. */
test('every rule about imports of src also forbids imports from tests and tools', () => {
  const rules = overrides
    .filter(({ includes }) => includes.some((pattern) => pattern.startsWith('src/')))
    .flatMap(({ includes, linter }) => {
      const rule = linter?.rules?.style?.noRestrictedImports;
      return rule ? [{ folder: includes[0], groups: rule.options.patterns.map(({ group }) => group) }] : [];
    });
  expect(rules.map(({ folder }) => folder)).toContain('src/**');
  for (const { folder, groups } of rules)
    expect(groups, folder).toContainEqual(['**/tests/**', '**/tools/**']);
});
