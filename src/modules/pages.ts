import { claimPage } from '../core/accounts/pages/claim-page.tsx';
import { loginPage } from '../core/accounts/pages/login-page.tsx';
import { postPage } from '../core/comments/pages/post-page.tsx';
import { feedPages } from '../core/feeds/pages/feed-page.tsx';
import { archivePages } from '../core/posts/lists/pages/archive-page.tsx';
import { listPages } from '../core/posts/lists/pages/list-page.tsx';
import { morePostsPage } from '../core/posts/lists/pages/more-posts-page.tsx';
import { directLinkPage } from '../core/posts/pages/direct-link.ts';
import { searchPage } from '../core/posts/search/pages/search-page.tsx';
import { announcementPage } from '../core/site/pages/announcement.tsx';
import { topicsPage } from '../core/taxonomy/topics-page.tsx';
import { previewPage, typedPreviewPage } from '../core/writing/pages.tsx';
import { counterPage } from '../features/counter/pages.tsx';
import { commenterMailPages } from '../features/mail/pages/commenter-mail-pages.tsx';
import { moderatePage } from '../features/mail/pages/moderate-page.tsx';
import { subscribePage } from '../features/mail/pages/subscribe-page.tsx';
import { subscriptionPages } from '../features/mail/pages/subscription-pages.tsx';
import type { Page } from '../platform/web/page.ts';
import type { Api } from './page-api.ts';

/** Every public page. */
export const pages: readonly Page<Api>[] = [
  ...listPages,
  morePostsPage,
  postPage,
  directLinkPage,
  previewPage,
  typedPreviewPage,
  searchPage,
  ...archivePages,
  topicsPage,
  loginPage,
  claimPage,
  counterPage,
  announcementPage,
  moderatePage,
  ...commenterMailPages,
  ...feedPages,
  subscribePage,
  ...subscriptionPages,
];

const patterns = pages.map((page) => ({ page, segments: page.path.split('/') }));

/** The page at a path, with its parameters; null when there is none. */
export function findPage(path: string): { page: Page<Api>; params: Record<string, string> } | null {
  const asked = path.split('/');
  for (const { page, segments } of patterns) {
    if (segments.length !== asked.length) continue;
    const params = match(segments, asked);
    if (params) return { page, params };
  }
  return null;
}

function match(segments: readonly string[], asked: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = asked[index] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== value) return null;
    } else {
      const decoded = decode(value);
      if (!decoded) return null;
      params[segment.slice(1)] = decoded;
    }
  }
  return params;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
