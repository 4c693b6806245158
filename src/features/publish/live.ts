import type { Blog } from '../../platform/blog.ts';
import { publishedElsewhere } from '../../platform/http/request/published.ts';

/** The server that published pages send forms and calls to: see `Copy`. */
export const liveOf = (blog: Blog): string | null =>
  blog.liveUrl ? (publishedElsewhere(blog) === null ? '' : blog.liveUrl) : null;
