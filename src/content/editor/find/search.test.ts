import { Schema } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { patternOf, type Query, Search } from './search.ts';

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*' },
    text: { group: 'inline' },
    image: { group: 'inline', inline: true },
    footnote: { group: 'inline', inline: true, content: 'text*' },
  },
});

const paragraph = (...content: string[]) =>
  schema.node(
    'paragraph',
    null,
    content.map((text) => schema.text(text)),
  );
const plain: Query = { text: '', matchCase: false, wholeWords: false };

function found(doc: ReturnType<typeof schema.node>, query: Partial<Query>): string[] {
  const pattern = patternOf({ ...plain, ...query });
  if (!pattern) return [];
  return new Search(pattern).in(doc).map(({ from, to }) => `${from}:${doc.textBetween(from, to)}`);
}

test('finds every occurrence, in either case unless asked otherwise', () => {
  const doc = schema.node('doc', null, [paragraph('Sea and sea'), paragraph('SEA')]);
  expect(found(doc, { text: 'sea' })).toEqual(['1:Sea', '9:sea', '14:SEA']);
  expect(found(doc, { text: 'sea', matchCase: true })).toEqual(['9:sea']);
  expect(found(doc, { text: '' })).toEqual([]);
});

test('whole words end where letters of any language end', () => {
  const doc = schema.node('doc', null, [paragraph('Straße straßen straße.')]);
  expect(found(doc, { text: 'straße', wholeWords: true })).toEqual(['1:Straße', '16:straße']);
});

test('characters of patterns are plain characters, and spaces find no-break spaces', () => {
  const doc = schema.node('doc', null, [paragraph('a.c abc (x) a\u00a0b')]);
  expect(found(doc, { text: 'a.c' })).toEqual(['1:a.c']);
  expect(found(doc, { text: '(x)' })).toEqual(['9:(x)']);
  expect(found(doc, { text: 'a b' })).toEqual(['13:a\u00a0b']);
});

test('positions are right after images, and in and after footnotes', () => {
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [
      schema.text('x'),
      schema.node('image'),
      schema.node('footnote', null, [schema.text('sea')]),
      schema.text('sea'),
    ]),
  ]);
  expect(found(doc, { text: 'sea' })).toEqual(['4:sea', '8:sea']);
});
