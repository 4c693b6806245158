import { readSetting, settleSetting } from '../../store/settings.ts';
import type { Blog } from '../blog.ts';
import { createPost } from './write-posts.ts';

/** A fresh site gets one post that teaches the first steps; once deleted, it stays away. */
export async function welcome(blog: Blog, post: { title: string; content: string }): Promise<void> {
  if ((await readSetting(blog.db, 'welcomed')) !== undefined) return;
  const mine = `${process.pid}-${Math.random()}`;
  if ((await settleSetting(blog.db, 'welcomed', mine)) !== mine) return;
  await createPost(blog, { post_title: post.title, post_content: post.content, active: true });
}
