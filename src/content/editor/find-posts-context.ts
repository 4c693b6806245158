import { createContext } from 'react';
import type { FindPosts } from './popups/post-search.ts';

/** Finds the posts that a link in a short text can lead to; the layout of the admin area provides it. */
export const FindPostsContext = createContext<FindPosts>(async () => []);
