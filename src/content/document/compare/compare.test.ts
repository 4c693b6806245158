import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from './html-tokens.ts';
import { markedHtml } from './marked-html.ts';
import { chosen, defaultChoice, threeWay } from './three-way.ts';

describe('blocksOf', () => {
  test('splits stored HTML into its top-level blocks', () => {
    const blocks = [
      '<p>One <strong>bold</strong></p>',
      '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
      '<hr>',
      '<p style="text-align: center;">A &lt; B <img src="/images/a.webp" alt="x > y"></p>',
      '<pre><code class="language-ts">a\n  b</code></pre>',
    ];
    expect(blocksOf(blocks.join(''))).toEqual(blocks);
    expect(blocksOf('')).toEqual([]);
    expect(blocksOf(' \n ')).toEqual([]);
    expect(blocksOf('<p>open').join('')).toBe('<p>open');
  });

  test('takes linear time and loses nothing', () => {
    for (const text of [
      '<'.repeat(50_000),
      '<a '.repeat(20_000),
      '<p>'.repeat(20_000),
      '<p a="'.repeat(9_000),
    ])
      expect(blocksOf(text).join('')).toBe(text);
  });
});

describe('markedHtml', () => {
  test('marks words that were inserted and deleted', () => {
    expect(markedHtml('<p>The red house</p>', '<p>The blue house</p>')).toBe(
      '<p>The <del>red</del><ins>blue</ins> house</p>',
    );
    expect(markedHtml('<p>A</p><p>B</p>', '<p>A</p><p>B</p>')).toBe('<p>A</p><p>B</p>');
  });

  test('marks whole blocks, list items and images', () => {
    expect(markedHtml('<p>A</p>', '<p>A</p><p>B c</p>')).toBe('<p>A</p><p><ins>B c</ins></p>');
    expect(markedHtml('<h2>A</h2><p>B</p>', '<p>B</p>')).toBe('<h2><del>A</del></h2><p>B</p>');
    expect(markedHtml('<ul><li>a</li><li>b</li></ul>', '<ul><li>b</li></ul>')).toBe(
      '<ul><li><del>a</del></li><li>b</li></ul>',
    );
    expect(markedHtml('<p>x</p>', '<p>x<img src="/a.png"></p>')).toBe(
      '<p>x<ins><img src="/a.png"></ins></p>',
    );
    expect(markedHtml('<p>x</p><hr>', '<p>x</p>')).toBe('<p>x</p><del><hr></del>');
  });

  test('shows changed formatting as a change', () => {
    expect(markedHtml('<p>a word</p>', '<p>a <strong>word</strong></p>')).toBe(
      '<p>a <del>word</del><strong><ins>word</ins></strong></p>',
    );
    expect(markedHtml('<p>Title</p>', '<h2>Title</h2>')).toBe(
      '<p><del>Title</del></p><h2><ins>Title</ins></h2>',
    );
    expect(markedHtml('<p>y <a href="/a">x</a></p>', '<p>y <a href="/b">x</a></p>')).toBe(
      '<p>y <a href="/a"><del>x</del></a><a href="/b"><ins>x</ins></a></p>',
    );
  });

  const paragraph = fc
    .array(fc.constantFrom('a', 'b', '<strong>c</strong>', '<em>d e</em>', '<br>', 'f &amp; g'), {
      maxLength: 5,
    })
    .map((parts) => `<p>${parts.join(' ')}</p>`);
  const list = fc
    .array(paragraph, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`);
  const document = fc.array(fc.oneof(paragraph, list, fc.constant('<hr>')), { maxLength: 5 });
  const text = (html: string) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, '');

  test('contains all words of both documents, in balanced tags', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const marked = markedHtml(before.join(''), after.join(''));
        expect(text(marked.replace(/<del>.*?<\/del>/gs, ''))).toBe(text(after.join('')));
        expect(text(marked.replace(/<ins>.*?<\/ins>/gs, ''))).toBe(text(before.join('')));
        const open: string[] = [];
        for (const [, slash, name] of marked.matchAll(/<(\/?)([a-z]+)/g)) {
          if (name === 'br' || name === 'hr') continue;
          if (slash) expect(open.pop()).toBe(name);
          else open.push(name ?? '');
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('threeWay', () => {
  const base = ['a', 'b', 'c', 'd'];
  const sides = (mine: string[], theirs: string[], from: string[] | null = base) =>
    threeWay(from, mine, theirs).map(({ changedBy, mine, theirs }) => [
      changedBy,
      mine.join(''),
      theirs.join(''),
    ]);

  test('finds what each side changed', () => {
    expect(sides(['a', 'B', 'c', 'd'], ['a', 'b', 'c', 'D', 'e'])).toEqual([
      ['none', 'a', 'a'],
      ['mine', 'B', 'b'],
      ['none', 'c', 'c'],
      ['theirs', 'd', 'De'],
    ]);
    expect(sides(['a', 'X', 'c', 'd'], ['a', 'Y', 'c', 'd'])).toEqual([
      ['none', 'a', 'a'],
      ['both', 'X', 'Y'],
      ['none', 'cd', 'cd'],
    ]);
  });

  test('neighboring blocks are changes of their own', () => {
    expect(
      threeWay(['a', 'b', 'c', 'd'], ['a', 'B', 'c', 'd'], ['a', 'b', 'C', 'd']).map(
        ({ changedBy }) => changedBy,
      ),
    ).toEqual(['none', 'mine', 'theirs', 'none']);
    expect(threeWay(['a', 'b'], ['1', '2'], ['x', 'y']).map(({ mine, theirs }) => [mine, theirs])).toEqual([
      [['1'], ['x']],
      [['2'], ['y']],
    ]);
  });

  test('needs no decision where both made the same change', () => {
    expect(sides(['a', 'X', 'c', 'd'], ['a', 'X', 'c', 'd'])).toEqual([
      ['none', 'a', 'a'],
      ['mine', 'X', 'X'],
      ['none', 'cd', 'cd'],
    ]);
  });

  test('deletes what one side deleted and the other left alone, and asks where the other changed it', () => {
    expect(sides(['a', 'c', 'd'], ['a', 'b', 'c', 'd'])).toContainEqual(['mine', '', 'b']);
    expect(sides(['a', 'c', 'd'], ['a', 'B', 'c', 'd'])).toContainEqual(['both', '', 'B']);
  });

  test('asks for each difference if the common base is not known', () => {
    expect(sides(['a', 'b', 'c'], ['a', 'X', 'c', 'd'], null)).toEqual([
      ['none', 'a', 'a'],
      ['both', 'b', 'X'],
      ['none', 'c', 'c'],
      ['both', '', 'd'],
    ]);
  });

  const blocks = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 });

  test('choosing one side everywhere gives that side, whatever the base', () => {
    fc.assert(
      fc.property(fc.option(blocks), blocks, blocks, (base, mine, theirs) => {
        const regions = threeWay(base, mine, theirs);
        expect(regions.flatMap((region) => chosen(region, 'mine'))).toEqual(mine);
        expect(regions.flatMap((region) => chosen(region, 'theirs'))).toEqual(theirs);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a change of one side alone is taken without a question', () => {
    fc.assert(
      fc.property(blocks, blocks, (base, changed) => {
        for (const regions of [threeWay(base, changed, base), threeWay(base, base, changed)]) {
          const result = regions.flatMap((region) => chosen(region, defaultChoice(region) ?? 'both'));
          expect(result).toEqual(changed);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
