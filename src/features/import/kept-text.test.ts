import { afterEach, expect, test, vi } from 'vitest';
import { postsOf, readSample } from '../../../tests/support/import-sample.ts';
import { Composer } from '../../content/document/compose.ts';
import { elements, isText } from '../../content/document/tree.ts';
import { textDifference } from './content/compare-text.ts';
import { loadReader } from './formats/readers.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const samples: [format: string, name: string][] = [
  ['wordpress', 'wordpress'],
  ['squarespace', 'squarespace.xml'],
  ['ghost', 'ghost'],
  ['ghost', 'ghost-1.json'],
  ['blogger', 'blogger.xml'],
  ['blogger', 'blogger-takeout'],
  ['medium', 'medium'],
  ['substack', 'substack'],
  ['markdown', 'hugo'],
  ['markdown', 'zola'],
  ['markdown', 'jekyll'],
  ['markdown', 'eleventy'],
  ['markdown', 'notes'],
  ['markdown', 'micro-blog'],
  ['markdown', 'bear.csv'],
  ['site', 'site'],
  ['site', 'site-wordpress'],
];

/** Loses the first word of each text that is composed. */
function loseWords(): void {
  const compose = Composer.prototype.children;
  vi.spyOn(Composer.prototype, 'children').mockImplementation(function (this: Composer, ...given) {
    const depth = composing++;
    try {
      compose.apply(this, given);
    } finally {
      composing--;
    }
    if (depth > 0) return;
    for (const node of [this.root, ...elements(this.root)])
      for (const child of node.childNodes)
        if (isText(child) && /\p{L}/u.test(child.value) && !isAddress(child.value)) {
          child.value = child.value.replace(/[\p{L}\p{N}]+/u, '');
          return;
        }
  });
}
let composing = 0;
/** URLs of embeds are compared nowhere. */
const isAddress = (text: string): boolean => /^\s*https?:/.test(text);

test.each(samples)('%s (%s): a word that a text loses is in the report', async (format, name) => {
  const reader = await loadReader(format);
  if (!reader) throw new Error(format);
  const before = postsOf((await readSample(reader, name)).items);
  loseWords();
  const after = postsOf((await readSample(reader, name)).items);
  vi.restoreAllMocks();
  let lost = 0;
  for (const [index, post] of after.entries()) {
    const whole = before[index]?.html ?? '';
    if (post.html === whole) continue;
    lost += 1;
    expect(post.remarks?.join('\n'), post.label).toContain('The text differs from the source');
    // The second check, between what the reader found and what is stored.
    expect(textDifference(whole, post.html), post.label).not.toBeNull();
  }
  expect(lost).toBeGreaterThan(0);
});
