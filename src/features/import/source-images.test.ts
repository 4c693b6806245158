import { expect, test } from 'vitest';
import { sourceOf } from '../../../tests/support/import-source.ts';
import { imagesIn } from './source-images.ts';

const images = imagesIn(
  sourceOf({
    'blog/uploads/2022/walk-by-the-sea.jpg': '',
    'blog/uploads/2023/walk-by-the-sea.jpg': '',
    'blog/uploads/2023/my cup.png': '',
    'blog/images/a1b2c3d4e5.webp': '',
    'blog/images/logo.png': '',
    'blog/content/images/2023/01/cup.png': '',
    'blog/content/images/size/w600/2023/01/cup.png': '',
    'blog/posts/one/cover.jpg': '',
    'blog/posts/two/cover.jpg': '',
    'blog/text.md': '',
  }),
);

test.each([
  ['https://cdn.example.net/1234/2022/walk-by-the-sea.jpg', 'blog/uploads/2022/walk-by-the-sea.jpg'],
  ['https://cdn.example.net/1234/2023/my%20cup.png?w=600', 'blog/uploads/2023/my cup.png'],
  ['https://cdn.example.net/x/a1b2c3d4e5.webp', 'blog/images/a1b2c3d4e5.webp'],
  ['/content/images/size/w600/2023/01/cup.png', 'blog/content/images/2023/01/cup.png'],
  [
    'https://old.example.org/wp-content/uploads/2022/walk-by-the-sea-300x200.jpg',
    'blog/uploads/2022/walk-by-the-sea.jpg',
  ],
])('%s is in the source', (url, path) => {
  expect(images.find(url)).toBe(path);
});

test('a name that other sites have too, and one of several, is no match', () => {
  expect(images.find('https://elsewhere.example/logo.png')).toBeUndefined();
  expect(images.find('https://cdn.example.net/2020/walk-by-the-sea.jpg')).toBeUndefined();
  expect(images.find('https://cdn.example.net/text.md')).toBeUndefined();
  expect(images.find('data:image/png;base64,AAAA')).toBeUndefined();
});

test('of several images of a name that in the folder of the text is meant', () => {
  expect(images.find('https://cdn.example.net/cover.jpg')).toBeUndefined();
  expect(images.find('https://cdn.example.net/cover.jpg', 'blog/posts/two')).toBe('blog/posts/two/cover.jpg');
});
