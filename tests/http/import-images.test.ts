import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import { run as fetchImages } from '../../src/features/import/fetch-images.ts';
import { type ImageRun, preparePostImages } from '../../src/features/import/import-images.ts';
import type { PostItem } from '../../src/features/import/items.ts';
import { insertImport } from '../../src/features/import/store/imports.ts';
import type { Source } from '../../src/platform/files/source.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const png = (color: string, width = 900): Promise<Buffer> =>
  sharp({ create: { width, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Another server, which records what it is asked for. */
let server: Server;
let asked: IncomingMessage[] = [];
let answers: Record<string, { status?: number; location?: string; body?: Buffer }> = {};
let elsewhere = '';
let atOnce = 0;
let maxAtOnce = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    maxAtOnce = Math.max(maxAtOnce, ++atOnce);
    const { status = 200, location, body } = answers[request.url ?? ''] ?? { status: 404 };
    setTimeout(() => {
      atOnce--;
      if (location !== undefined) response.setHeader('location', location);
      response.statusCode = status;
      response.end(body);
    }, 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answers = {};
  maxAtOnce = 0;
});

onEachDatabase('images of imports', (kind) => {
  let site: ApiSite;
  let imports = 0;
  beforeAll(async () => {
    site = await apiSite(kind, { OUTGOING_STRANGERS: '127.0.0.1' });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const sourceOf = (files: Record<string, Buffer> = {}): Source => {
    const entries = Object.entries(files).map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      open: async () => Readable.from([bytes]),
    }));
    return {
      name: 'export.zip',
      entries,
      entry: (path) => entries.find((entry) => entry.path === path),
      close: async () => {},
    };
  };
  const newRun = (source = sourceOf(), scope = `${elsewhere}/`): ImageRun => ({
    blog: site.blog,
    id: ++imports + (kind === 'sqlite' ? 0 : 1000),
    scope,
    isDryRun: false,
    source,
    now: new Date().toISOString(),
    dateAdded: new Date().toISOString(),
  });
  const importPost = async (run: ImageRun, html: string, item: Partial<PostItem> = {}) => {
    const post = {
      kind: 'post',
      key: 'x',
      sourceKind: 'post',
      label: '',
      title: '',
      html,
      date: null,
    } as const;
    const prepared = await preparePostImages(run, { ...post, status: 'public', ...item } as PostItem, html);
    const { id } = await site.createPost({ post_content: prepared.html });
    await changePosts(site.blog, async (tx) => {
      await prepared.store(tx, id);
      // The test runs the job itself.
      await tx.db.deleteFrom('jobs').where('kind', '=', 'import-images').execute();
      return { result: null, activity: [] };
    });
    return { id, remarks: prepared.remarks };
  };
  const read = async (id: number) =>
    (await site.admin.get<Post[]>(`/webapi/api/posts/${id}`)).body[0] as Post & { images: Image[] };
  const work = (run: ImageRun, fence = async () => {}, blog = site.blog) =>
    fetchImages(
      blog,
      { id: 0, kind: 'import-images', payload: { import: run.id, scope: run.scope } },
      { signal: new AbortController().signal, progress: () => {}, fence },
    );
  const states = (run: ImageRun) =>
    site.blog.db
      .selectFrom('import_images')
      .select(['url', 'state', 'reason', 'attempts'])
      .where('import_id', '=', run.id)
      .orderBy('id')
      .execute();
  const files = () => site.blog.db.selectFrom('images').select('hash').distinct().execute();
  const dueNow = (run: ImageRun) =>
    site.blog.db
      .updateTable('import_images')
      .set({ next_date: run.now })
      .where('import_id', '=', run.id)
      .execute();

  test('an image of a private server is fetched if the owner named that server and the operator allows it', async () => {
    const outgoingAllow = ['127.0.0.1'];
    answers = { '/private.png': { body: await png('#135') } };
    const stateWith = async (url: string | null, allow: string[]) => {
      const run = newRun();
      const row = { name: 'x', path: '', host: '', dry_run: 0, username: null, date_added: run.now, url };
      const id = await insertImport(site.blog.db, row);
      await site.blog.db.updateTable('imports').set({ id: run.id }).where('id', '=', id).execute();
      await importPost(run, `<p><img src="${elsewhere}/private.png" alt=""></p>`);
      await work(run, undefined, { ...site.blog, outgoingStrangers: [], outgoingAllow: allow });
      return (await states(run))[0]?.state;
    };
    expect(await stateWith(null, outgoingAllow)).toBe('lost');
    expect(await stateWith('http://127.0.0.1:1/', outgoingAllow)).toBe('lost');
    expect(await stateWith(`${elsewhere}/blog`, [])).toBe('lost');
    expect(asked).toEqual([]);
    expect(await stateWith(`${elsewhere}/blog`, outgoingAllow)).toBe('fetched');
  });

  test('an image of the archive that ten posts show in several sizes is stored once', async () => {
    const run = newRun(
      sourceOf({ 'uploads/tea.jpg': await png('#123'), 'uploads/head.png': await png('#321') }),
    );
    const before = (await files()).length;
    const url = `${elsewhere}/wp-content/uploads/tea`;
    const item = {
      files: new Map([[`${url}.jpg`, 'uploads/tea.jpg']]),
      mainImage: { url: `${elsewhere}/head.png`, file: 'uploads/head.png', alt: 'Head' },
    };
    const posts: Post[] = [];
    for (let n = 0; n < 10; n++) {
      const size = n === 0 ? '' : `-${n}00x200`;
      const html = `<figure><a href="${url}.jpg"><img src="${url}${size}.jpg" alt="A cup"></a><figcaption>Tea</figcaption></figure>`;
      posts.push(await read((await importPost(run, html, item)).id));
    }
    expect(await files()).toHaveLength(before + 2);
    expect(asked).toEqual([]);
    for (const { post_content, images } of posts) {
      expect(images).toHaveLength(2);
      const [main, shown] = images as [Image, Image];
      expect([main.main_image, main.alt, shown.main_image, shown.alt]).toEqual([1, 'Head', 0, 'A cup']);
      expect(post_content).toBe(
        `<figure><img src="${shown.file_path}" alt="A cup"><figcaption>Tea</figcaption></figure>`,
      );
      expect(shown.srcset.split(', ').length).toBeGreaterThan(2);
    }
    const moved = await fetch(`${site.url}/wp-content/uploads/tea-300x200.jpg`, { redirect: 'manual' });
    expect(moved.status).toBe(301);
    expect(moved.headers.get('location')).toBe(posts[0]?.images[1]?.file_path_largest);
  });

  test('other images stay linked, are fetched once in their original size, and shown in all posts', async () => {
    const run = newRun();
    const path = `/wp-content/uploads/far${run.id}`;
    answers[`${path}.jpg`] = { body: await png('#456') };
    const one = await importPost(
      run,
      `<p>One <img src="${elsewhere}${path}-300x200.jpg" alt="Far & away"></p>`,
    );
    const two = await importPost(run, `<p>Two</p>`, { mainImage: { url: `${elsewhere}${path}.jpg` } });
    expect((await read(one.id)).post_content).toContain(`src="${elsewhere}${path}-300x200.jpg"`);
    expect(await work(run)).toBeUndefined();
    expect(asked.map(({ url }) => url)).toEqual([`${path}.jpg`]);
    const headers = asked[0]?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers['user-agent']).toContain('Not');
    expect(await states(run)).toMatchObject([{ state: 'fetched', reason: '', attempts: 1 }]);

    const [first, second] = [await read(one.id), await read(two.id)];
    expect(first.post_content).toBe(
      `<p>One <img src="${first.images[0]?.file_path}" alt="Far &amp; away"></p>`,
    );
    expect(first.images[0]?.main_image).toBe(0);
    expect(second.images[0]?.main_image).toBe(1);
    const revisions = await site.blog.db
      .selectFrom('revisions')
      .select('id')
      .where('post_id', '=', one.id)
      .execute();
    expect(revisions).toEqual([]);
    const page = await (await fetch(`${site.url}/post/${first.post_title_web}`)).text();
    expect(page).toContain(first.images[0]?.file_path);
    const moved = await fetch(`${site.url}${path}.jpg`, { redirect: 'manual' });
    expect(moved.headers.get('location')).toBe(first.images[0]?.file_path_largest);
  });

  test('an edited post keeps its edits, and an image that was removed stays away', async () => {
    const run = newRun();
    const path = `/kept${run.id}.png`;
    answers[path] = { body: await png('#789') };
    const html = `<p>Text <img src="${elsewhere}${path}"></p>`;
    const edited = await importPost(run, html);
    const removed = await importPost(run, html);
    const deleted = await importPost(run, html);
    await site.admin.put(`/webapi/api/posts/${edited.id}`, {
      post_content: `<p>Better text <img src="${elsewhere}${path}"></p>`,
    });
    await site.admin.put(`/webapi/api/posts/${removed.id}`, { post_content: '<p>No image</p>' });
    await site.admin.delete(`/webapi/api/posts/${deleted.id}`);
    await work(run);
    const post = await read(edited.id);
    expect(post.post_content).toBe(`<p>Better text <img src="${post.images[0]?.file_path}"></p>`);
    expect(await read(removed.id)).toMatchObject({ post_content: '<p>No image</p>', images: [] });
  });

  test('an image that cannot be shown is tried again, and holds back no other', async () => {
    const run = newRun();
    const paths = ['a', 'b'].map((name) => `/odd-${name}${run.id}.png`);
    // Of one content, the failure of the first would delete the file of the second.
    for (const [at, path] of paths.entries()) answers[path] = { body: await png(['#135', '#531'][at] ?? '') };
    await importPost(run, paths.map((path) => `<p><img src="${elsewhere}${path}"></p>`).join(''));
    let calls = 0;
    const again = await work(run, async () => {
      if (++calls === 1) throw new Error('no luck');
    });
    expect(again?.again.getTime()).toBeGreaterThan(Date.now());
    expect((await states(run)).map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ['fetched', ''],
      ['waiting', 'no luck'],
    ]);
  });

  test('what cannot be fetched stays linked and says why; servers that are down are asked again', async () => {
    const run = newRun();
    answers[`/down${run.id}.png`] = { status: 503 };
    answers[`/text${run.id}.png`] = { body: Buffer.from('no image') };
    const html = ['gone', 'down', 'text'].map(
      (name) => `<p><img src="${elsewhere}/${name}${run.id}.png"></p>`,
    );
    const { id } = await importPost(run, html.join(''));
    const result = await work(run);
    expect(result?.again.getTime()).toBeGreaterThan(Date.now());
    const [gone, down, text] = await states(run);
    expect(gone).toMatchObject({ state: 'lost', attempts: 1 });
    expect(gone?.reason).toContain('404');
    expect(down).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(down?.reason).toContain('503');
    expect(text).toMatchObject({ state: 'lost' });
    expect((await read(id)).post_content).toBe(html.join(''));

    answers[`/down${run.id}.png`] = { body: await png('#abc') };
    await dueNow(run);
    expect(await work(run)).toBeUndefined();
    expect((await states(run))[1]).toMatchObject({ state: 'fetched', attempts: 2 });
    for (let n = 0; n < 9; n++) {
      await dueNow(run);
      await work(run);
    }
    expect(asked.filter(({ url }) => url === `/gone${run.id}.png`)).toHaveLength(1);
  });

  test('after days without success an image is lost', async () => {
    const run = newRun();
    answers[`/never${run.id}.png`] = { status: 500 };
    await importPost(run, `<p><img src="${elsewhere}/never${run.id}.png"></p>`);
    let attempts = 0;
    for (; attempts < 20 && (attempts === 0 || (await states(run))[0]?.state === 'waiting'); attempts++) {
      await dueNow(run);
      await work(run);
    }
    expect(attempts).toBe(9);
    expect((await states(run))[0]?.reason).toContain('several days');
  });

  test('five redirects are followed, the sixth is refused', async () => {
    const run = newRun();
    for (let n = 1; n <= 6; n++) answers[`/hop${n}`] = { status: 302, location: `/hop${n + 1}` };
    answers['/hop7'] = { body: await png('#def') };
    await importPost(run, `<p><img src="${elsewhere}/hop1"><img src="${elsewhere}/hop2"></p>`);
    await work(run);
    const [sixth, fifth] = await states(run);
    expect(fifth).toMatchObject({ state: 'fetched' });
    expect(sixth).toMatchObject({ state: 'lost' });
    expect(sixth?.reason).toContain('redirect');
  });

  test('private addresses are refused, also after a redirect; with OUTGOING_STRANGERS they are not', async () => {
    const run = newRun();
    const secret = 'http://127.0.0.2';
    answers[`/away${run.id}.png`] = { status: 302, location: `${secret}/secret.png` };
    answers['/secret.png'] = { body: await png('#fed') };
    await importPost(
      run,
      `<p><img src="${secret}/secret.png"><img src="${elsewhere}/away${run.id}.png"></p>`,
    );
    await work(run);
    for (const image of await states(run)) {
      expect(image.state).toBe('lost');
      expect(image.reason).toContain('private');
    }
    expect(asked.map(({ url }) => url)).toEqual([`/away${run.id}.png`]);

    const control = { ...newRun(), blog: { ...site.blog, outgoingStrangers: [] } };
    await importPost(control, `<p><img src="${elsewhere}/secret.png?control"></p>`);
    asked = [];
    await fetchImages(
      control.blog,
      { id: 0, kind: 'import-images', payload: { import: control.id, scope: '' } },
      { signal: new AbortController().signal, progress: () => {}, fence: async () => {} },
    );
    expect(asked).toEqual([]);
    expect((await states(control))[0]).toMatchObject({ state: 'lost' });
  });

  test('a server gets two requests at once', async () => {
    const run = newRun();
    const body = await png('#fff', 10);
    const paths = Array.from({ length: 12 }, (_, n) => `/many${run.id}-${n}.png`);
    for (const path of paths) answers[path] = { body };
    await importPost(run, paths.map((path) => `<p><img src="${elsewhere}${path}"></p>`).join(''));
    await work(run);
    expect(asked).toHaveLength(12);
    expect(maxAtOnce).toBe(2);
  });

  test('an image without a server is named, and data URLs become images', async () => {
    const run = newRun(sourceOf(), '');
    const data = `data:image/png;base64,${(await png('#0f0', 20)).toString('base64')}`;
    const { id, remarks } = await importPost(run, `<p><img src="lost/x.png"><img src="${data}"></p>`);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toContain('lost/x.png');
    const post = await read(id);
    expect(post.post_content).toContain(`src="${post.images[0]?.file_path}"`);
  });

  test('a run that ends in the middle is continued by the next', async () => {
    const run = newRun();
    const paths = Array.from({ length: 8 }, (_, n) => `/part${run.id}-${n}.png`);
    for (const [n, path] of paths.entries()) answers[path] = { body: await png(`#0${n}0`, 20) };
    const { id } = await importPost(
      run,
      paths.map((path) => `<p><img src="${elsewhere}${path}"></p>`).join(''),
    );
    let fences = 0;
    const dies = fetchImages(
      site.blog,
      { id: 0, kind: 'import-images', payload: { import: run.id, scope: run.scope } },
      {
        signal: new AbortController().signal,
        progress: () => {},
        fence: async () => {
          if (++fences > 3) throw new Error('killed');
        },
      },
    );
    await expect(dies).rejects.toThrow('killed');
    expect((await states(run)).filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0);
    await work(run);
    expect((await states(run)).every(({ state }) => state === 'fetched')).toBe(true);
    const post = await read(id);
    expect(post.images).toHaveLength(8);
    expect(post.post_content).not.toContain(elsewhere);
  });
});
