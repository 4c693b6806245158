import { readSetting } from '../store/settings.ts';
import type { Blog } from './blog.ts';

export async function isReachable(blog: Blog): Promise<boolean> {
  try {
    await readSetting(blog.db, 'site');
    return true;
  } catch {
    return false;
  }
}
