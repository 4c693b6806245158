import { expect, test } from 'vitest';
import { postTitled, readSample } from '../../../../../tests/support/import-sample.ts';
import { sourceOf } from '../../../../../tests/support/import-source.ts';
import { reader } from './medium.ts';

test('stories, drafts and responses', async () => {
  const { isDetected, counts, tally, items, again } = await readSample(reader, 'medium');
  expect(isDetected).toBe(true);
  expect(tally).toEqual(counts);
  expect(Object.fromEntries(counts)).toEqual({ story: 2, draft: 1 });
  expect(again).toEqual(items);
  const walk = postTitled(items, 'A walk');
  expect(walk).toMatchObject({
    key: 'story:0123456789ab',
    slug: 'a-walk',
    summary: 'By the sea',
    date: '2019-03-04T05:06:07.890Z',
    status: 'public',
    author: 'author:A. Writer',
    addresses: ['/@writer/a-walk-0123456789ab'],
  });
  const parts = [
    '<h4>By the sea</h4><p>Some <strong>bold</strong> text<br>and a line.</p>',
    '<figure><img src="https://cdn-images-1.medium.com/max/800/1*abc.jpeg"><figcaption>The shore</figcaption></figure>',
    'let a = 1;\nlet b = 2;</code></pre>',
    '<blockquote>Quoted</blockquote>',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://gist.github.com/example/0123456789abcdef',
    'href="https://example.org/page"',
  ];
  for (const part of parts) expect(walk.html).toContain(part);
  expect(walk.html).not.toContain('A walk');
  expect(walk.html).not.toContain('Exported from');
  expect(postTitled(items, 'Not yet')).toMatchObject({ status: 'draft', html: '<p>Soon.</p>' });
  expect(postTitled(items, 'I agree with you.')).toMatchObject({
    status: 'private',
    html: '<p>I agree with you. It is so.</p>',
    remarks: ['It has no title of its own, as responses to other stories do; it stays inactive.'],
  });
  expect(items.filter(({ kind }) => kind === 'left-out')).toHaveLength(2);
});

test('a story whose title is not repeated in its text is no response', async () => {
  const story = (title: string, text: string) =>
    `<article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="body" class="e-content"><p class="graf">${text}</p></section></article>`;
  const source = sourceOf({
    'posts/2020-01-02_Tea-0123456789ab.html': story('On tea', 'Leaves and water.'),
    'posts/2020-01-03_Yes-0123456789ac.html': story('Yes, and…', 'Yes, and more than that.'),
  });
  const items = await Array.fromAsync(reader.read(source));
  expect(postTitled(items, 'On tea')).toMatchObject({ status: 'public', html: '<p>Leaves and water.</p>' });
  expect(postTitled(items, 'Yes, and…')).toMatchObject({ status: 'private' });
});
