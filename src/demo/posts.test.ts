import { describe, expect, test } from 'vitest';
import { sanitize } from '../document/sanitize.ts';
import { plainText } from '../document/text.ts';
import { attribute, elements, parse } from '../document/tree.ts';
import { sceneNames } from './pictures.ts';
import { demoPosts } from './posts.ts';
import { welcomePost } from './welcome.ts';

const stored = (content: string) => content.replaceAll(/picture:(\d+)/g, '/images/$1.webp');
const words = (content: string) => plainText(content).split(/\s+/).length;
const all = demoPosts.map(({ content }) => content).join('');
const kitchenSink = demoPosts.find(({ title }) => title === 'Everything This Editor Can Do');
const presets =
  '#b60205 #d93f0b #fbca04 #0e8a16 #006b75 #1d76db #0052cc #5319e7 ' +
  '#e99695 #f9d0c4 #fef2c0 #c2e0c6 #bfdadc #c5def5 #bfd4f2 #d4c5f9';

describe('the demo posts', () => {
  test('are some thirty, with three drafts and no title twice', () => {
    expect(demoPosts.length).toBeGreaterThanOrEqual(28);
    expect(demoPosts.length).toBeLessThanOrEqual(34);
    expect(demoPosts.filter(({ active }) => !active)).toHaveLength(3);
    expect(new Set(demoPosts.map(({ title }) => title)).size).toBe(demoPosts.length);
  });

  test.each(demoPosts.map((post) => [post.title, post] as const))('%s', (_, post) => {
    expect(sanitize(stored(post.content))).toBe(stored(post.content));
    expect(post.category).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+$/);
    expect(new Set(post.tags).size).toBe(post.tags.length);
    for (const tag of post.tags) expect(tag).toMatch(/^[a-z0-9]{2,100}$/);
    for (const { scene, alt } of post.pictures) {
      expect(sceneNames).toContain(scene);
      expect(alt).not.toBe('');
    }
    for (const [, index] of post.content.matchAll(/picture:(\d+)/g))
      expect(post.pictures[Number(index)]).toBeDefined();
    if (post.revisedDaysAgo !== undefined) expect(post.revisedDaysAgo).toBeLessThan(post.daysAgo);
  });

  test('have comments that came after the post and that the site accepts', () => {
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
    expect(demoPosts.some(({ pictures }) => pictures.length === 0)).toBe(true);
    expect(demoPosts.some(({ pictures }) => pictures.length > 3)).toBe(true);
  });

  test.each(sceneNames)('use the scene %s', (name) => {
    expect(demoPosts.some(({ pictures }) => pictures.some(({ scene }) => scene === name))).toBe(true);
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

  test('shows links, pictures and lists in all their kinds', () => {
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

describe('the welcome post', () => {
  test('is what the editor would write, with links to every first step', () => {
    expect(sanitize(welcomePost.content)).toBe(welcomePost.content);
    for (const path of [
      '/login',
      '/admin',
      '/admin/users',
      '/admin/settings',
      '/admin/categories',
      '/admin/comments',
    ])
      expect(welcomePost.content).toContain(`href="${path}"`);
  });
});
