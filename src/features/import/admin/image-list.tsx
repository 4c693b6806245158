import { useState } from 'react';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { ImportImage } from '../api/images.ts';
import { importCalls } from './calls.ts';

/** The images that could not be copied, or not yet, with the reason; loaded when it is opened. */
export function ImageList({ importId, state }: { importId: number; state: 'waiting' | 'lost' }) {
  const [images, setImages] = useState<readonly ImportImage[] | null>(null);
  const [total, setTotal] = useState(0);
  const { reportError } = useNotices();
  const load = async () => {
    try {
      const page = await importCalls.images({ id: importId, state });
      setImages(page.items);
      setTotal(page.total);
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <details
      className="import-image-list"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load();
      }}
    >
      <summary>{state === 'lost' ? t('Images that could not be copied') : t('Images on their way')}</summary>
      {images && (
        <ul>
          {images.map(({ url, reason, post_id }) => (
            <li key={url}>
              <a href={url}>{url}</a> {reason && <span className="soft">{reason}</span>}{' '}
              {post_id !== null && <a href={urls.editPost(post_id)}>{t('Edit the post')}</a>}
            </li>
          ))}
        </ul>
      )}
      {images && total > images.length && (
        <p className="soft">{t('The first {count} of {total}.', { count: images.length, total })}</p>
      )}
    </details>
  );
}
