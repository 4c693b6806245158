import { type ReactNode, useState } from 'react';
import type { AdminPost } from '../../../contract/posts.ts';
import type { Shared } from '../../../contract/site.ts';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';

/** Sends a post to the configured networks and shows what each of them answered. */
export function Tweet({ post, onResult }: { post: AdminPost; onResult: (shown: ReactNode) => void }) {
  const [sending, setSending] = useState(false);
  const { reportError } = useNotices();
  const tweet = async () => {
    if (sending) return;
    setSending(true);
    onResult(<p role="status">Sending …</p>);
    try {
      const answers = await adminApi.share(post.id);
      onResult(<SharedTo answers={answers} />);
    } catch (error) {
      onResult(null);
      reportError(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <button type="button" aria-disabled={sending} onClick={() => void tweet()}>
      tweet
    </button>
  );
}

/** Where a post went, with the way there, or why it did not. */
export function SharedTo({ answers }: { answers: readonly Shared[] }) {
  return (
    <ul className="shared" role="status">
      {answers.map(({ network, url, error }) => (
        <li key={network} className={error ? 'refused' : undefined}>
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
