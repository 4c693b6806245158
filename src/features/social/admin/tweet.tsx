import { type ReactNode, useState } from 'react';
import type { AdminPost } from '../../../core/posts/api/posts.ts';
import type { Shared } from '../../../core/site/api/site.ts';
import type { PostRowPart } from '../../../core/writing/admin/posts/post-row.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { sharingCalls } from './calls.ts';

/** Shares a post on the configured social networks and shows the result of each. */
function Tweet({ post, onResult }: { post: AdminPost; onResult: (result: ReactNode) => void }) {
  const [sending, setSending] = useState(false);
  const { reportError } = useNotices();
  const tweet = async () => {
    if (sending) return;
    setSending(true);
    onResult(<p role="status">{t('Sending …')}</p>);
    try {
      onResult(<ShareResults results={await sharingCalls.share({ id: post.id })} />);
    } catch (error) {
      onResult(null);
      reportError(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <button type="button" className="quiet" aria-disabled={sending} onClick={() => void tweet()}>
      {t('tweet')}
    </button>
  );
}

export const sharesOfRow: PostRowPart = {
  name: 'social',
  Action: Tweet,
  Result: ({ post }) => post.shares.length > 0 && <ShareResults results={post.shares} />,
};

/** Per network the URL of the shared post, or the error. */
function ShareResults({ results }: { results: readonly Shared[] }) {
  return (
    <ul className="shared" role="status">
      {results.map(({ network, url, error }) => (
        <li key={network} className={error ? 'failed' : undefined}>
          {network}:{' '}
          {url ? (
            <a href={url} target="_blank" rel="noopener">
              {url}
            </a>
          ) : (
            error
          )}
        </li>
      ))}
    </ul>
  );
}
