import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { createPost } from '../posts/write-posts.ts';
import { checkLinks } from './check-links.ts';
import { similarPosts } from './similar-posts.ts';

test('posts that share rare words are proposed, unless they are linked already', async () => {
  const blog = await memoryBlog();
  const write = (post_title: string, post_content: string) =>
    createPost(blog, { post_title, post_content: `<p>${post_content}</p>`, active: true });
  const night = await write('Night trains', 'Sleeping cars and conductors');
  await write('Bread', 'Flour, water, patience. <a href="/post/night-trains">Trains</a> by night.');
  await write('Stations', 'Night trains stop here.');
  const text = { post_title: 'Conductors', post_content: '<p>I met conductors. Trains, trains!</p>' };
  const draft = { id: null, post_title_web: '', ...text };
  const { link_to, linked_from } = await similarPosts(blog, draft);
  expect(link_to[0]?.post_title).toBe('Night trains');
  expect(link_to).toHaveLength(3);
  expect(linked_from).toEqual([]);
  const linking = { ...draft, post_content: `${text.post_content}<p><a href="/post/night-trains">x</a></p>` };
  expect((await similarPosts(blog, linking)).link_to.map(({ post_title }) => post_title)).not.toContain(
    'Night trains',
  );
  const own = { id: night.id, post_title: 'Night trains', post_title_web: 'night-trains', post_content: '' };
  expect((await similarPosts(blog, own)).linked_from.map(({ post_title }) => post_title)).toEqual([
    'Stations',
  ]);
});

test('links to other sites are asked for with HEAD, then with GET', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    const status = url === '/gone' ? 404 : url === '/moved' ? 301 : method === 'HEAD' ? 405 : 200;
    response.writeHead(status, status === 301 ? { location: '/new' } : {}).end('x');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const url = (path: string) => `http://127.0.0.1:${port}${path}`;
  const blog = { now: () => new Date(), outgoingStrangers: ['127.0.0.1'] };
  const links = [url('/a'), url('/gone'), url('/moved'), url('/a')];
  expect(await checkLinks(blog, links)).toEqual([
    { url: url('/a'), state: 'works', detail: '' },
    { url: url('/gone'), state: 'broken', detail: 'The server answered with status 404.' },
    { url: url('/moved'), state: 'moved', detail: url('/new') },
  ]);
  expect(asked).toContain('GET /a');
  expect((await checkLinks({ ...blog, outgoingStrangers: [] }, [url('/a')]))[0]?.state).toBe('unclear');
  server.closeAllConnections();
  server.close();
});
