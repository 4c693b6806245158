import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import { applyAllVisibility } from '../../src/core/images/image-files.ts';
import { sweep } from '../../src/core/images/sweep.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { purgeByMaintenance } from '../../src/core/posts/bin/bin.ts';
import { restoreItems } from '../../src/core/posts/bin/restore.ts';
import { addImages } from '../../src/core/posts/images/post-images.ts';
import { changePost, createPost, removePost } from '../../src/core/posts/write-posts.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { inspect } from '../../src/platform/db/inspect.ts';
import { isHidden } from '../../src/platform/files/hidden-files.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

let red = 0;
const day = 24 * 60 * 60 * 1000;

for (const store of ['disk', 'S3'] as const)
  onEachDatabase(`files of deleted images, ${store}`, (kind) => {
    let temporary: TemporaryDatabase;
    let s3: S3Server | null = null;
    let blog: Blog;
    let other: Blog;
    const open = async () => {
      const { dataDir, databaseUrl } = temporary.config;
      const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...s3?.env });
      return (await openBlog(config, createLog('silent'))).blog;
    };

    beforeAll(async () => {
      temporary = await migratedDatabase(kind);
      if (store === 'S3') s3 = await startS3Server();
      blog = await open();
      other = await open();
    });
    afterAll(async () => {
      await blog.db.destroy();
      await other.db.destroy();
      await s3?.close();
      await temporary.dispose();
    });

    async function postWithImage(): Promise<{ post: Post; image: Image; names: string[] }> {
      const post = await createPost(blog, { post_title: 'With an image', active: true });
      const background = { r: red++, g: 9, b: 9 };
      const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
      const file = path.join(temporary.config.dataDir, `upload-${red}`);
      await writeFile(file, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const [image] = (await addImages(blog, post.id, [{ path: file, sha256 }])) as [Image];
      const names = image.srcset.split(', ').map((one) => blog.files.nameOf(one.split(' ')[0] ?? '') ?? '');
      return { post, image, names };
    }
    const isShown = async (names: string[]) => {
      const found = await Promise.all(names.map((name) => blog.files.stat(name)));
      return found.map((stat) => stat !== null);
    };
    /** Two connections to SQLite in one process would block each other; there the second follows the first. */
    const atOnce = async (works: (() => Promise<void>)[]) => {
      if (kind === 'postgres') await Promise.all(works.map((work) => work()));
      else for (const work of works) await work();
    };
    const pending = async () => {
      const rows = await blog.db.selectFrom('hidden_files').selectAll().where('pending', '=', 1).execute();
      return rows.length;
    };

    test('are nowhere where they can be found, and come back', async () => {
      const { post, names } = await postWithImage();
      expect(await isShown(names)).toEqual([true, true]);
      await removePost(blog, post.id);
      expect(await isShown(names)).toEqual([false, false]);
      const stored = (await Array.fromAsync(blog.files.list())).map(({ name }) => name);
      const hidden = stored.filter((name) => names.some((own) => name.endsWith(`/${own}`)));
      expect(hidden).toHaveLength(2);
      for (const name of hidden) {
        expect(isHidden(name)).toBe(true);
        // 128 random bits, and not even with them does the server serve it.
        expect(name).toMatch(/^bin\/[0-9a-f]{32}\//);
        expect(blog.files.nameOf(`/images/${name}`)).toBeNull();
      }
      await restoreItems(other, [{ kind: 'post', id: post.id }]);
      expect(await isShown(names)).toEqual([true, true]);
      expect(await blog.db.selectFrom('hidden_files').selectAll().execute()).toEqual([]);
    });

    test('are moved later if the process or the store failed after the commit', async () => {
      const { post, names } = await postWithImage();
      const reports: string[] = [];
      const failing: Blog = {
        ...blog,
        report: (message) => void reports.push(message),
        files: Object.assign(Object.create(blog.files), {
          owner: () => blog.files.owner(),
          move: () => Promise.reject(new Error('The store is down.')),
        }),
      };
      expect(await removePost(failing, post.id)).toEqual({ id: post.id });
      expect(reports).toEqual([expect.stringContaining('tried again')]);
      expect([await isShown(names), await pending()]).toEqual([[true, true], 1]);
      await atOnce([() => applyAllVisibility(blog, 'pending'), () => applyAllVisibility(other, 'pending')]);
      expect([await isShown(names), await pending()]).toEqual([[false, false], 0]);

      await restoreItems(failing, [{ kind: 'post', id: post.id }]);
      expect([await isShown(names), await pending()]).toEqual([[false, false], 1]);
      await applyAllVisibility(blog, 'pending');
      expect([await isShown(names), await pending()]).toEqual([[true, true], 0]);
    });

    test('stay while another text names them, and are hidden once it no longer does', async () => {
      const { post, image, names } = await postWithImage();
      const second = await createPost(blog, {
        post_title: 'Shows it',
        post_content: `<p><img src="${image.file_path}" alt=""></p>`,
        active: true,
      });
      await removePost(blog, post.id);
      expect(await isShown(names)).toEqual([true, true]);
      await changePost(blog, second.id, { post_content: '<p>No longer</p>' });
      await blog.db.deleteFrom('revisions').where('post_id', '=', second.id).execute();
      await sweep({ ...blog, report: () => {} });
      expect(await isShown(names)).toEqual([false, false]);
      await restoreItems(blog, [{ kind: 'post', id: post.id }]);
      expect(await isShown(names)).toEqual([true, true]);
    });

    test('are deleted after 30 days, once, by one of several processes', async () => {
      const samples = [await postWithImage(), await postWithImage(), await postWithImage()];
      for (const { post } of samples) await removePost(blog, post.id);
      const at = (days: number) => (one: Blog) => ({ ...one, now: () => new Date(Date.now() + days * day) });
      await purgeByMaintenance(at(29)(blog));
      expect(await blog.db.selectFrom('bin').selectAll().execute()).toHaveLength(3);
      await atOnce([blog, other].map((one) => () => purgeByMaintenance(at(31)(one))));
      expect(await blog.db.selectFrom('bin').selectAll().execute()).toEqual([]);
      const logged = await blog.db
        .selectFrom('activity')
        .select('what')
        .where('what', 'like', '%for good')
        .execute();
      expect(logged).toHaveLength(3);
      const stored = (await Array.fromAsync(blog.files.list())).map(({ name }) => name);
      const own = samples.flatMap(({ names }) => names);
      expect(stored.filter((name) => own.some((one) => name.endsWith(one)))).toEqual([]);
    });

    test('are part of backups', async () => {
      if (kind !== 'sqlite' || store !== 'disk') return;
      const { post, names } = await postWithImage();
      await removePost(blog, post.id);
      const { images, problem } = inspect(path.join(temporary.config.dataDir, 'blog.sqlite'));
      expect(problem).toBeNull();
      const backedUp = images.filter((name) => names.some((own) => name.endsWith(`/${own}`)));
      expect(await isShown(backedUp)).toEqual([true, true]);
    });
  });
