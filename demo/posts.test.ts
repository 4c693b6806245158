import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { parse } from '../src/content/document/parse.ts';
import { sanitize } from '../src/content/document/sanitize.ts';
import { plainText } from '../src/content/document/text.ts';
import { attribute, elements } from '../src/content/document/tree.ts';
import { imageFolder, parsePost, readDemoPages, readDemoPosts, replaceImages } from './posts.ts';
import { imageSize, smallFile, smallWidths } from './upload-images.ts';

const demoPosts = readDemoPosts();
const imageFiles = readdirSync(imageFolder).filter((name) => name.endsWith('.webp'));
const words = (content: string) => plainText(content).split(/\s+/).length;
const all = demoPosts.map(({ content }) => content).join('');
const kitchenSink = demoPosts.find(({ title }) => title === 'Everything This Editor Can Do');
const presets =
  '#b60205 #d93f0b #fbca04 #0e8a16 #006b75 #1d76db #0052cc #5319e7 ' +
  '#e99695 #f9d0c4 #fef2c0 #c2e0c6 #bfdadc #c5def5 #bfd4f2 #d4c5f9';

describe('the demo posts', () => {
  test('are about thirty, with three drafts and unique titles', () => {
    expect(demoPosts.length).toBeGreaterThanOrEqual(28);
    expect(demoPosts.length).toBeLessThanOrEqual(34);
    expect(demoPosts.filter(({ active }) => !active)).toHaveLength(3);
    expect(new Set(demoPosts.map(({ title }) => title)).size).toBe(demoPosts.length);
  });

  test.each(demoPosts.map((post) => [post.title, post] as const))('%s', (_, post) => {
    const files = post.images.map(({ file }) => file);
    const stored = replaceImages(post.content, (file) => {
      expect(files).toContain(file);
      return `/images/${file}`;
    });
    expect(sanitize(stored)).toBe(stored);
    expect(stored).not.toContain('../');
    expect(post.category).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+$/);
    expect(new Set(post.tags).size).toBe(post.tags.length);
    for (const tag of post.tags) expect(tag).toMatch(/^[a-z0-9]{2,100}$/);
    expect(new Set(files).size).toBe(files.length);
    for (const { file, alt } of post.images) {
      expect(imageFiles).toContain(file);
      expect(alt).not.toBe('');
    }
    if (post.revisedDaysAgo !== undefined) expect(post.revisedDaysAgo).toBeLessThan(post.daysAgo);
  });

  test('begin with the one that shows the most of a good post', () => {
    const shown = demoPosts.filter(({ active }) => active).sort((a, b) => a.daysAgo - b.daysAgo);
    expect(shown[0]?.title).toBe('Night Train to the North');
  });

  test('have valid comments that are newer than the post', () => {
    for (const { comments, daysAgo } of demoPosts) {
      for (const comment of comments) {
        expect(comment.daysAgo).toBeLessThanOrEqual(daysAgo);
        expect(comment.text.trim().length).toBeGreaterThanOrEqual(4);
        expect(comment.name?.length ?? 1).toBeLessThanOrEqual(50);
        expect(comment.name?.toLowerCase()).not.toBe('admin');
        expect(comment.admin && comment.name).toBeFalsy();
      }
    }
    const comments = demoPosts.flatMap((post) => post.comments);
    expect(comments.some(({ admin }) => admin)).toBe(true);
    expect(comments.some(({ name, admin }) => !name && !admin)).toBe(true);
    expect(comments.filter(({ approved }) => !approved).length).toBeGreaterThan(5);
  });

  test('range from a few lines to a long read', () => {
    const lengths = demoPosts.map(({ content }) => words(content)).sort((a, b) => a - b);
    expect(lengths[0]).toBeLessThan(60);
    expect(lengths.at(-1)).toBeGreaterThan(1000);
    expect(demoPosts.some(({ title }) => title.length > 120)).toBe(true);
    expect(demoPosts.some(({ title }) => /\p{Script=Han}.*\p{Emoji_Presentation}/u.test(title))).toBe(true);
    expect(all).toMatch(/<p style="text-align: right;">\p{Script=Arabic}/u);
    expect(demoPosts.some(({ images }) => images.length === 0)).toBe(true);
    expect(demoPosts.some(({ images }) => images.length > 3)).toBe(true);
  });

  test('use every image file', () => {
    const used = demoPosts.flatMap(({ images }) => images.map(({ file }) => file));
    expect([...new Set(used)].sort()).toEqual(imageFiles.sort());
  });
});

test.each(readDemoPages().map((page) => [page.path, page] as const))('the page %s', (_, page) => {
  const files = page.images.map(({ file }) => file);
  const stored = replaceImages(page.content, (file) => {
    expect(files).toContain(file);
    return `/images/${file}`;
  });
  expect(sanitize(stored)).toBe(stored);
  for (const file of files) expect(imageFiles).toContain(file);
});

test.each(imageFiles)('the image %s fills a wide screen and carries no metadata', async (file) => {
  const { width, height, hasAlpha, exif, xmp } = await sharp(path.join(imageFolder, file)).metadata();
  expect({ width, height, hasAlpha, exif, xmp }).toEqual({
    ...imageSize,
    hasAlpha: false,
    exif: undefined,
    xmp: undefined,
  });
  for (const small of smallWidths) expect((await sharp(smallFile(file, small)).metadata()).width).toBe(small);
});

describe('parsePost', () => {
  const post = {
    title: 'Tea',
    category: 'cooking.tea',
    tags: [],
    daysAgo: 1,
    active: true,
    votes: 0,
    images: [],
    comments: [],
  };
  const file = (json: string, html = '<p>Tea</p>') => `---json\n${json}\n---\n${html}\n`;

  test('ignores line breaks between tags, and keeps those in text', () => {
    const html = '<ul>\n  <li><p>a</p></li>\n</ul>\n<pre><code>1\n\n  &lt;b&gt;\n</code></pre>';
    const expected = {
      ...post,
      content: '<ul><li><p>a</p></li></ul><pre><code>1\n\n  &lt;b&gt;\n</code></pre>',
    };
    expect(parsePost('tea.html', file(JSON.stringify(post), html))).toEqual(expected);
    expect(parsePost('tea.html', file(JSON.stringify(post), html).replaceAll('\n', '\r\n'))).toEqual(
      expected,
    );
  });

  test.each([
    ['a missing field', file(JSON.stringify({ ...post, title: undefined }))],
    ['an unknown field', file(JSON.stringify({ ...post, tittle: 'Tea' }))],
    ['a date in the future', file(JSON.stringify({ ...post, daysAgo: -1 }))],
    ['broken JSON', file('{')],
    ['no front matter', '<p>Tea</p>'],
  ])('refuses %s and names the file', (_, text) => {
    expect(() => parsePost('tea.html', text)).toThrow('tea.html');
  });
});

describe('the post with everything', () => {
  const content = kitchenSink?.content ?? '';
  const found = [...elements(parse(content))];

  test.each(
    'p h1 h2 h3 h4 h5 h6 blockquote hr pre ul ol li br img a strong em u s code span table thead tbody th td'.split(
      ' ',
    ),
  )('shows <%s>', (name) => {
    expect(found.some(({ tagName }) => tagName === name)).toBe(true);
  });

  test.each(['ts', 'python', 'css', 'bash', 'sql', 'rust'])('shows code in %s', (language) => {
    expect(content).toContain(`<pre><code class="language-${language}">`);
  });

  test.each(presets.split(' '))('shows %s as text and as background', (color) => {
    expect(content).toContain(`<span style="color: ${color};">`);
    expect(content).toContain(`<span style="background-color: ${color};">`);
  });

  test.each(['center', 'right', 'justify'])('aligns to %s', (alignment) => {
    expect(content).toContain(`<p style="text-align: ${alignment};">`);
  });

  test('shows every kind of link, image and list', () => {
    const links = found.filter(({ tagName }) => tagName === 'a');
    expect(links.some((link) => attribute(link, 'target') === '_blank')).toBe(true);
    expect(links.some((link) => attribute(link, 'target') === undefined)).toBe(true);
    expect(links.some((link) => attribute(link, 'title'))).toBe(true);
    const images = found.filter(({ tagName }) => tagName === 'img');
    for (const name of ['alt', 'title', 'width'])
      expect(images.some((image) => attribute(image, name))).toBe(true);
    expect(content).toMatch(/<a [^>]+><img /);
    expect(content).toMatch(/<ol start="41">/);
    expect(content).toMatch(/<ul><li><p>[^<]+<\/p><ul>/);
    expect(content).toMatch(/\p{Script=Hebrew}/u);
  });
});
