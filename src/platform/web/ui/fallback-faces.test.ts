import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sheets = globSync('{interface,type/*}.css', { cwd: import.meta.dirname });

test.each(sheets)(
  '%s: fonts of the system in the size of Latin letters stand for no other letters',
  (sheet) => {
    const css = readFileSync(path.join(import.meta.dirname, sheet), 'utf8');
    // Arial, for one, also has Arabic and Hebrew letters, which would be a fifth too small.
    for (const [face] of css.matchAll(/@font-face \{[^}]*local\([^}]*\}/g))
      expect(face).toContain('unicode-range: U+0000-058F, U+1D00-2BFF;');
  },
);
