import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const physical =
  /(?:^|[{;\s])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)|left|right|border-(?:top|bottom)-(?:left|right)-radius)(?:-\w+)*\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;

/** Computed from the position of the selection on the screen. */
const exceptions = ['content/editor/editor.css: left: clamp(var(--space-1), var(--at)'];

const sources = path.join(import.meta.dirname, '../..');

test('styles use logical properties, so that pages can be mirrored for scripts from right to left', () => {
  const found = globSync('**/*.css', { cwd: sources }).flatMap((file) =>
    readFileSync(path.join(sources, file), 'utf8')
      .split('\n')
      .filter((line) => physical.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found.filter((line) => !exceptions.some((known) => line.startsWith(known)))).toEqual([]);
});
