import { expect, test } from 'vitest';
import { postsOf, postTitled, readSample } from '../../../../../tests/support/import-sample.ts';
import { reader } from './substack.ts';

test('posts, drafts, podcasts and paid posts', async () => {
  const { isDetected, counts, tally, items, again } = await readSample(reader, 'substack');
  expect(isDetected).toBe(true);
  expect(tally).toEqual(counts);
  expect(counts.get('post')).toBe(6);
  expect(again).toEqual(items);
  const first = postTitled(items, 'First, with a comma');
  expect(first).toMatchObject({
    key: 'post:101',
    slug: 'first-letter',
    summary: 'How it\nbegan',
    date: '2022-01-02T10:00:00.000Z',
    status: 'public',
    addresses: ['/p/first-letter'],
    remarks: ['Forms and buttons to subscribe or share were left out.'],
  });
  expect(first.html).toContain('<img src="https://images.example.org/public/cup.png" alt="A cup">');
  expect(first.html).toContain('<figcaption>A cup</figcaption>');
  expect(first.html).toContain('Dear reader<span class="footnote">A note with <em>words</em></span>,');
  expect(first.html).toContain('<a href="https://example.org/shop">To the shop</a>');
  expect(first.html).toContain(
    '<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">',
  );
  expect(first.html).not.toMatch(/Subscribe|Share/);
  expect(postTitled(items, 'Paid letter')).toMatchObject({
    status: 'private',
    remarks: ['Only some readers could see it (only_paid); it stays inactive.'],
  });
  expect(postTitled(items, '')).toMatchObject({
    status: 'draft',
    date: null,
    html: '<p>A draft without a title</p>',
  });
  expect(postTitled(items, 'A talk').html).toContain('https://api.substack.example.org/audio.mp3');
  expect(postTitled(items, 'About')).toMatchObject({ kind: 'page', slug: '/about' });
  expect(postTitled(items, 'Lost text').remarks).toEqual(['Its text is not in the source.']);
  expect(postsOf(items)).toHaveLength(6);
  expect(JSON.stringify(items)).not.toContain('reader@example.org');
});
