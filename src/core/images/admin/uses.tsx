import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { ImageUse } from '../api/images.ts';

const places: Record<ImageUse['place'], (post: ReactNode) => ReactNode> = {
  main: (post) => rich('Main image of {post}', { post }),
  gallery: (post) => rich('In the gallery of {post}', { post }),
  text: (post) => rich('In the text of {post}', { post }),
  draft: (post) => rich('In a draft of {post}', { post }),
  revision: (post) => rich('In an earlier version of {post}', { post }),
};

/** Loaded when it is opened: finding every draft and revision takes queries of its own. */
export function Uses({ name, load }: { name: string; load: () => Promise<ImageUse[]> }) {
  const [uses, setUses] = useState<ImageUse[] | null>(null);
  const { reportError } = useNotices();
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !uses) load().then(setUses, reportError);
      }}
    >
      <summary aria-label={t('Where used: {name}', { name })}>{t('Where used')}</summary>
      {uses?.length === 0 && <p>{t('Nowhere.')}</p>}
      {uses?.map((use) => (
        <p key={`${use.place} ${use.post_id}`}>
          {places[use.place](
            use.post_id === null ? (
              use.post_title || t('a new post')
            ) : (
              <Link to={urls.editPost(use.post_id)}>{titleOf(use)}</Link>
            ),
          )}
        </p>
      ))}
    </details>
  );
}
