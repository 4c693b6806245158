import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { formatNumber, plural, t } from '../../../platform/messages/translate.ts';
import type { AnchorProps } from '../../site/admin/frame/admin-frame.tsx';
import { commentCalls } from './calls.ts';
import { commentChangeEvent } from './comment-change.ts';

const commentsWaiting = (count: number): string =>
  plural(count, { one: '1 comment waiting', other: '{count} comments waiting' });
const noCommentsWaiting = t('No comments waiting');

/** The number of comments that wait for approval; null until it is known. */
let waiting: number | null = null;
let latest = 0;
const listeners = new Set<() => void>();

/** Counts again, after comments were changed here or may have been elsewhere. An error leaves the number as it was. */
export async function refreshWaitingComments(): Promise<void> {
  latest += 1;
  const request = latest;
  const page = await commentCalls.queue({ state: 'waiting', limit: 1 }).catch(() => null);
  if (!page || request !== latest) return;
  waiting = page.total;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Adding the same function again has no effect.
  document.addEventListener(commentChangeEvent, refreshWaitingComments);
  return () => listeners.delete(listener);
}

/**
 * Beside the link of the queue in the navigation; the header says it in words. The style sheet shows the number, so that it is
 * no part of the link's text.
 */
export function WaitingCount() {
  const count = useSyncExternalStore(subscribe, () => waiting);
  return count ? (
    <span className="waiting-count" aria-hidden="true" data-count={count > 999 ? '999+' : count} />
  ) : null;
}

/** Links to the queue while comments are waiting. Later changes are announced politely, the first number is not. */
export function WaitingComments({ Anchor }: { Anchor: ComponentType<AnchorProps> }) {
  const count = useSyncExternalStore(subscribe, () => waiting);
  const [first, setFirst] = useState<number | null>(null);
  if (first === null && count !== null) setFirst(count);
  const [isChanged, setIsChanged] = useState(false);
  if (!isChanged && first !== null && count !== first) setIsChanged(true);
  const text = count ? commentsWaiting(count) : noCommentsWaiting;
  return (
    <>
      {count !== null && count > 0 && (
        <Anchor className="waiting-comments" to="/admin/comments?state=waiting">
          <b>{formatNumber(count)}</b>
          <span>{text.replace(formatNumber(count), '')}</span>
        </Anchor>
      )}
      <span className="visually-hidden" role="status">
        {isChanged && text}
      </span>
    </>
  );
}
