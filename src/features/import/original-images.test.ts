import { expect, test } from 'vitest';
import { originalImage } from './original-images.ts';

test.each([
  [
    'https://a.example/wp-content/uploads/2010/04/x-300x200.jpg',
    'https://a.example/wp-content/uploads/2010/04/x.jpg',
  ],
  [
    'https://a.example/wp-content/uploads/x-300x200.jpg?resize=1',
    'https://a.example/wp-content/uploads/x.jpg',
  ],
  ['https://a.example/photos/x-300x200.jpg', 'https://a.example/photos/x-300x200.jpg'],
  [
    'https://i0.wp.com/a.example/wp-content/uploads/x-1x2.png?w=3&ssl=1',
    'https://a.example/wp-content/uploads/x.png',
  ],
  ['https://a.files.wordpress.com/2010/04/x.jpg?w=300&h=200', 'https://a.files.wordpress.com/2010/04/x.jpg'],
  ['https://a.example/content/images/size/w600/2020/x.jpg', 'https://a.example/content/images/2020/x.jpg'],
  [
    'https://a.example/content/images/size/w600h400/format/webp/2020/x.jpg',
    'https://a.example/content/images/2020/x.jpg',
  ],
  [
    'https://cdn-images-1.medium.com/max/800/1*abc.jpeg',
    'https://miro.medium.com/v2/resize:fit:2400/1*abc.jpeg',
  ],
  ['https://miro.medium.com/max/60/1*abc.jpeg?q=20', 'https://miro.medium.com/v2/resize:fit:2400/1*abc.jpeg'],
  [
    'https://substackcdn.com/image/fetch/w_1456,c_limit/https%3A%2F%2Fbucket.example%2Fpublic%2Fx.jpeg',
    'https://bucket.example/public/x.jpeg',
  ],
  ['https://1.bp.blogspot.com/-a/b/c/s320/x.jpg', 'https://1.bp.blogspot.com/-a/b/c/s0/x.jpg'],
  [
    'https://blogger.googleusercontent.com/img/a/AVv=w640-h480',
    'https://blogger.googleusercontent.com/img/a/AVv=s0',
  ],
  [
    'https://images.squarespace-cdn.com/a/x.jpg?format=500w',
    'https://images.squarespace-cdn.com/a/x.jpg?format=original',
  ],
  ['https://a.example/x.jpg#top', 'https://a.example/x.jpg'],
  ['images/x.jpg', 'images/x.jpg'],
])('%s is a size of %s', (src, original) => {
  expect(originalImage(src)).toBe(original);
  expect(originalImage(original)).toBe(original);
});
