import { expect, test } from 'vitest';
import { reworded } from '../../../content/document/compare/reworded.ts';
import { findPassage, proposedParagraph } from './passages.ts';

const paragraph = 'The train leaves at nine in the evening.';
const text = ['Tea.', paragraph, 'A loaf is baked every Friday, rain or shine.'];

test('a passage is found after its paragraph was moved, changed a little, or divided', () => {
  expect(findPassage({ paragraph, quote: '' }, text)).toBe(1);
  expect(findPassage({ paragraph, quote: '' }, text.toReversed())).toBe(1);
  expect(
    findPassage({ paragraph, quote: '' }, ['Tea.', 'The night train leaves at nine in the evening.']),
  ).toBe(1);
  expect(
    findPassage({ paragraph, quote: 'in  the\nevening' }, ['At nine.', 'It leaves in the evening.']),
  ).toBe(1);
  expect(findPassage({ paragraph: '', quote: 'every Friday' }, text)).toBe(2);
});

test('a passage that is gone is not found', () => {
  expect(findPassage({ paragraph, quote: 'leaves at nine' }, ['Tea.', 'Something else.'])).toBeNull();
  expect(findPassage({ paragraph: '', quote: '' }, ['', 'Tea.'])).toBeNull();
  expect(findPassage({ paragraph, quote: '' }, [])).toBeNull();
});

test('a proposal is for the marked words, or for the whole paragraph', () => {
  expect(proposedParagraph({ paragraph, quote: 'at nine' }, 'at ten')).toBe(
    'The train leaves at ten in the evening.',
  );
  expect(proposedParagraph({ paragraph, quote: '' }, ' Gone\nby ten. ')).toBe('Gone by ten.');
  expect(proposedParagraph({ paragraph, quote: 'not in it' }, 'New.')).toBe('New.');
  expect(proposedParagraph({ paragraph, quote: 'at nine' }, 'at nine')).toBe('');
  expect(proposedParagraph({ paragraph, quote: '' }, '')).toBe('');
});

test('another wording keeps links and emphasis, and is text', () => {
  const block = '<p>The <em>night</em> train <a href="/t">leaves</a> at nine.</p>';
  expect(reworded(block, 'The night train leaves at ten & <b>late</b>.')).toBe(
    '<p>The <em>night</em> train <a href="/t">leaves</a> at ten &amp; &lt;b&gt;late&lt;/b&gt;.</p>',
  );
  expect(reworded(block, 'A night train.')).toContain('A <em>night</em> train');
});
