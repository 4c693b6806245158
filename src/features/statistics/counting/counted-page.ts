import type { Reads } from '../../../platform/http/cache/reads.ts';
import type { Counted } from '../../../platform/http/counted.ts';
import { isSecretLink, urls } from '../../../platform/http/urls.ts';
import { isMailPath } from '../../mail/api/urls.ts';
import { statisticsNameOfPost } from '../api/statistics.ts';

/** Null for pages that are for one person or for the owner. A post is counted under its id, whatever its URL is. */
export function countedPage(path: string, { subject }: Pick<Reads, 'subject'>): Counted | null {
  const isPrivate =
    isSecretLink(path) ||
    isMailPath(path) ||
    path === urls.login ||
    path === urls.typedPreview ||
    path.startsWith(`${urls.api}/`);
  if (isPrivate) return null;
  return { kind: 'page', name: subject === undefined ? path : statisticsNameOfPost(subject) };
}
