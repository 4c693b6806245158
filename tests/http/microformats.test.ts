import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { receiveComment } from '../../src/features/conversation/received.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { type Item, microformatParsers, type Parsed, type Value } from '../support/microformats.ts';
import { testWith } from '../support/test-with.ts';

let site: ApiSite;
let post: Post;
/** The comment that came as a webmention. */
let remote: number;

beforeAll(async () => {
  site = await apiSite('sqlite');
  await site.admin.put('/webapi/api/admin/site', { site_name: 'Tides', webmention: true });
  await site.admin.put('/webapi/api/admin/users/1/profile', {
    display_name: 'Ada',
    links: [{ label: 'Elsewhere', url: 'https://ada.example/' }],
  });
  post = await site.createPost({
    post_title: 'Waves',
    post_content: '<p>Up and <a href="https://example.org/sea">down</a>.</p>',
  });
  await site.admin.post(`/webapi/api/tag/${post.id}/surf`);
  await site.createPost({
    kind: 'page',
    post_title: 'About',
    post_title_web: '/about',
    post_content: '<p>Me.</p>',
  });
  const visitor = site.visitor();
  await visitor.get('/webapi/api/admin/auth');
  const local = await visitor.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
    user_name: 'Reader',
    comment_text: 'From here.',
  });
  expect(local.status).toBe(201);
  await receiveComment(site.blog, {
    postId: post.id,
    source: 'webmention',
    originId: 'https://other.example/reply',
    originUrl: 'https://other.example/reply',
    parentOriginId: null,
    person: 'https://other.example/',
    authorName: 'Bob',
    authorUrl: 'https://other.example/',
    text: 'From there.',
    date: '2026-02-03T04:05:06.000Z',
  });
  const all = (await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`)).body;
  for (const { id } of all) await site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state: true });
  remote = all.find(({ source }) => source === 'webmention')?.id ?? 0;
  const answer = await site.admin.post(`/webapi/api/posts/comment/${post.id}`, {
    comment_text: 'An answer.',
    parent_id: remote,
  });
  expect(answer.status).toBe(201);
});
afterAll(() => site.dispose());

const text = (value: Value | undefined): string | undefined =>
  typeof value === 'string' ? value : (value as { value?: string } | undefined)?.value;
const first = (item: Item | undefined, name: string) => item?.properties[name]?.[0];
const item = (value: Value | undefined): Item | undefined =>
  typeof value === 'object' && 'properties' in value ? value : undefined;

describe.each(microformatParsers)('$name', ({ name, isInstalled, parse }) => {
  const readable = testWith(isInstalled ? [] : [name]);
  const read = async (path: string): Promise<Parsed> => {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(200);
    return parse(await answer.text(), site.blog.siteUrl() + path);
  };

  readable('reads author, content, date and URL of a post', async () => {
    const url = `${site.blog.siteUrl()}/post/${post.post_title_web}`;
    const { items } = await read(`/post/${post.post_title_web}`);
    expect(items).toHaveLength(1);
    const [entry] = items;
    expect(entry?.type).toEqual(['h-entry']);
    expect(entry?.properties).toMatchObject({
      name: ['Waves'],
      url: [url],
      uid: [url],
      category: ['surf'],
      summary: ['Up and down.'],
    });
    const seconds = (date: string | undefined) => Math.floor(Date.parse(date ?? '') / 1000);
    expect(seconds(text(first(entry, 'published')))).toBe(seconds(post.post_date));
    expect(first(entry, 'content')).toMatchObject({
      html: '<p>Up and <a href="https://example.org/sea">down</a>.</p>',
      value: 'Up and down.',
    });
    expect(entry?.properties.author).toHaveLength(1);
    expect(item(first(entry, 'author'))).toMatchObject({
      type: ['h-card'],
      properties: { name: ['Ada'], url: ['https://ada.example/'] },
    });
  });

  readable('reads local and remote comments, and what an answer replies to', async () => {
    const url = `${site.blog.siteUrl()}/post/${post.post_title_web}`;
    const { items } = await read(`/post/${post.post_title_web}`);
    const comments = (items[0]?.properties.comment ?? []).map(item);
    const found = comments.map((comment) => ({
      type: comment?.type,
      author: text(first(item(first(comment, 'author')), 'name')),
      authorUrl: text(first(item(first(comment, 'author')), 'url')),
      content: text(first(comment, 'content')),
      urls: comment?.properties.url,
      replyTo: comment?.properties['in-reply-to'],
      hasDate: Number.isFinite(Date.parse(text(first(comment, 'published')) ?? '')),
    }));
    const own = (text: string) => found.find(({ content }) => content === text);
    expect(found).toHaveLength(3);
    for (const { type, hasDate, urls } of found) {
      expect([type, hasDate]).toEqual([['h-cite'], true]);
      expect(text(urls?.[0])).toMatch(new RegExp(`^${url}#comment-\\d+$`));
    }
    expect(own('From here.')).toMatchObject({ author: 'Reader', replyTo: undefined });
    expect(own('From there.')).toMatchObject({
      author: 'Bob',
      authorUrl: 'https://other.example/',
      urls: [`${url}#comment-${remote}`, 'https://other.example/reply'],
      replyTo: undefined,
    });
    expect(own('An answer.')).toMatchObject({
      author: 'Ada',
      replyTo: ['https://other.example/reply', `${url}#comment-${remote}`],
    });
  });

  readable('reads the feed and the card of the owner on the home page', async () => {
    const { items, rels } = await read('/');
    const home = `${site.blog.siteUrl()}/`;
    const card = items.find(({ type }) => type.includes('h-card'));
    expect(card?.properties).toMatchObject({
      name: ['Ada'],
      url: [home, 'https://ada.example/'],
      uid: [home],
    });
    const feed = items.find(({ type }) => type.includes('h-feed'));
    expect(feed?.properties.name).toEqual(['Tides']);
    expect(feed?.children?.map((entry) => [entry.type, first(entry, 'name'), first(entry, 'url')])).toEqual([
      [['h-entry'], 'Waves', `${home}post/${post.post_title_web}`],
    ]);
    expect(rels.me).toContain('https://ada.example/');
  });

  readable('reads the author of a page of the owner, which has no box', async () => {
    const { items } = await read('/about');
    expect(items[0]?.type).toEqual(['h-entry']);
    expect(items[0]?.properties).toMatchObject({ name: ['About'], url: [`${site.blog.siteUrl()}/about`] });
    expect(item(first(items[0], 'author'))?.properties).toMatchObject({
      name: [expect.stringMatching(/^(?:Ada|Tides)$/)],
      url: [`${site.blog.siteUrl()}/`],
    });
  });
});
