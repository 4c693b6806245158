import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Blog } from '../blog/blog.ts';
import { addImages } from '../blog/images/images.ts';
import { changePost, createPost, removePost } from '../blog/posts/write-posts.ts';
import { createCategory, setCategory } from '../blog/taxonomy/categories.ts';
import { addTag } from '../blog/taxonomy/tags.ts';
import { type Config, environment, readConfig } from '../config.ts';
import type { Image } from '../contract/images.ts';
import { drawScene } from '../demo/pictures.ts';
import type { DemoPost } from '../demo/post.ts';
import { demoPosts } from '../demo/posts.ts';
import { svgToJpeg } from '../media/svg-to-jpeg.ts';
import { explain, StartProblem } from '../operator/explain-error.ts';
import { createLog } from '../operator/log.ts';
import type { Viewer } from '../rules/viewer.ts';
import { openBlog, start } from '../start.ts';
import { categoryByPath } from '../store/categories.ts';
import { insertComment } from '../store/comments.ts';
import { updatePost } from '../store/posts.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { inTransaction } from '../store/transaction.ts';
import { addVote } from '../store/votes.ts';

const owner: Viewer = { admin: true, userId: 0, username: 'admin', sessionId: '' };
/** Large enough for a wide screen, small enough that the demo is there within a minute. */
const pictureSize = [1400, 933] as const;
const day = 24 * 60 * 60 * 1000;

/**
 * Fills an empty site with the demo's posts, images, votes and comments. One that is filled is left alone, one that was
 * interrupted is continued, and one with content of its own is refused.
 */
export async function fillDemo(
  blog: Blog,
  progress: (done: number, all: number) => void,
  posts: readonly DemoPost[] = demoPosts,
): Promise<void> {
  const state = await readSetting(blog.db, 'demo');
  if (state === 'filled') return;
  if (state === undefined && (await hasContent(blog)))
    throw new StartProblem(
      'This site already has content, so it does not become a demo. Name another folder, or delete this one.',
    );
  await writeSetting(blog.db, 'demo', 'filling');
  await writeSetting(blog.db, 'welcomed', 'demo');
  const waiting = await unfinished(blog, posts);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'not-terrible-demo-'));
  try {
    const categories = await createCategories(blog, posts);
    progress(posts.length - waiting.length, posts.length);
    const lane = async () => {
      for (let post = waiting.shift(); post; post = waiting.shift()) {
        await fillPost(blog, post, categories, folder);
        progress(posts.length - waiting.length, posts.length);
      }
    };
    const lanes = await Promise.allSettled([lane(), lane()]);
    for (const end of lanes) if (end.status === 'rejected') throw end.reason;
    await writeSetting(blog.db, 'demo', 'filled');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hasContent({ db }: Blog): Promise<boolean> {
  const found = await Promise.all(
    (['posts', 'categories'] as const).map((table) =>
      db.selectFrom(table).select('id').limit(1).executeTakeFirst(),
    ),
  );
  return found.some((row) => row !== undefined);
}

/** The posts that are still to be made. A post is activated last, so one that is not active may be half made: it goes. */
async function unfinished(blog: Blog, posts: readonly DemoPost[]): Promise<DemoPost[]> {
  const made = await blog.db.selectFrom('posts').select(['id', 'post_title', 'active']).execute();
  for (const { id, active } of made) if (active !== 1) await removePost(blog, id);
  const done = new Set(made.filter(({ active }) => active === 1).map(({ post_title }) => post_title));
  return posts.filter(({ title }) => !done.has(title));
}

async function createCategories(blog: Blog, posts: readonly DemoPost[]): Promise<Map<string, number>> {
  const paths = new Set(posts.map((post) => post.category));
  const ids = new Map<string, number>();
  for (const category of paths) {
    const { id } = (await categoryByPath(blog.db, category)) ?? (await createCategory(blog, category));
    ids.set(category, id);
  }
  return ids;
}

async function fillPost(
  blog: Blog,
  post: DemoPost,
  categories: Map<string, number>,
  folder: string,
): Promise<void> {
  const now = blog.now().getTime();
  const date = (daysAgo: number) => new Date(now - daysAgo * day).toISOString();
  const { id } = await createPost(blog, {
    post_title: post.title,
    post_content: '',
    active: false,
    post_date: date(post.daysAgo),
  });
  const images = await paint(blog, id, post, folder);
  const content = post.content.replace(
    /picture:(\d+)/g,
    (_, index) => images[Number(index)]?.file_path ?? '',
  );
  await changePost(blog, id, { post_content: content });
  await setCategory(blog, owner, id, categories.get(post.category) ?? 0);
  for (const tag of post.tags) await addTag(blog, id, tag);

  await inTransaction(blog.db, async (tx) => {
    if (post.revisedDaysAgo !== undefined)
      await updatePost(tx, id, { update_date: date(post.revisedDaysAgo) });
    for (let vote = 0; vote < post.votes; vote++) await addVote(tx, id, `demo-${vote}`, date(post.daysAgo));
    for (const comment of post.comments)
      await insertComment(tx, {
        post_id: id,
        user_name: comment.admin ? 'Admin' : (comment.name ?? 'Anonymous'),
        comment_text: comment.text,
        date_added: date(comment.daysAgo),
        approved: comment.approved,
      });
  });
  if (post.active) await changePost(blog, id, { active: true });
}

async function paint(blog: Blog, postId: number, post: DemoPost, folder: string): Promise<Image[]> {
  const files = await Promise.all(
    post.pictures.map(async ({ scene, seed, alt }, index) => {
      const bytes = await svgToJpeg(drawScene(scene, seed, ...pictureSize));
      const file = path.join(folder, `${postId}-${index}.jpg`);
      await writeFile(file, bytes);
      return { path: file, sha256: createHash('sha256').update(bytes).digest('hex'), alt };
    }),
  );
  return addImages(blog, postId, files);
}

const demoFolder = 'data-demo';
const demoPassword = 'demo-password';

/** The settings of the real site must not reach the demo: it would write into that site, or share to its networks. */
const demoConfig = ({ PORT, LOG_LEVEL }: Record<string, string | undefined>): Config =>
  readConfig({
    PORT,
    LOG_LEVEL,
    // Its password is public.
    HOST: '127.0.0.1',
    DATA_DIR: demoFolder,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: demoPassword,
  });

async function main(): Promise<void> {
  const config = demoConfig(environment());
  const log = createLog(config.logLevel);
  const { blog } = await openBlog(config, log);
  await fillDemo(blog, (done, all) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\rMaking the demo: ${done} of ${all} posts${done === all ? '\n' : ''}`);
    else if (done === 0) console.log(`Making the demo: ${all} posts with their pictures …`);
  });
  await blog.db.destroy();

  const running = await start(config, log);
  console.log(`The demo is at ${running.url}`);
  console.log(`Its data is in ${config.dataDir}; delete that folder to begin anew.`);
  console.log(`Sign in at ${running.url}/login as admin with the password ${demoPassword}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, async () => {
      await running.stop();
      process.exit(0);
    });
}

if (import.meta.main)
  await main().catch((error) => {
    console.error(explain(error));
    process.exit(1);
  });
