import { announcementPage } from './announcement.tsx';
import { archivePages } from './browse/archive-page.tsx';
import { topicsPage } from './browse/topics-page.tsx';
import { claimPage } from './claim-page.tsx';
import { commenterMailPages } from './commenter-mail-pages.tsx';
import { counterPage } from './counter-page.tsx';
import { directLinkPage } from './direct-link.ts';
import { feedPages } from './feed/feed-page.tsx';
import { listPages } from './list-page.tsx';
import { loginPage } from './login-page.tsx';
import { moderatePage } from './moderate-page.tsx';
import { morePostsPage } from './more-posts-page.tsx';
import type { Page } from './page.ts';
import { postPage } from './post-page.tsx';
import { previewPage, typedPreviewPage } from './preview-page.tsx';
import { searchPage } from './search/search-page.tsx';
import { subscribePage } from './subscribe/subscribe-page.tsx';
import { subscriptionPages } from './subscribe/subscription-pages.tsx';

/** Every public page. */
export const pages: readonly Page[] = [
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
export function findPage(path: string): { page: Page; params: Record<string, string> } | null {
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
