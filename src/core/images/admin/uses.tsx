import { useState } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import type { ImageUse } from '../api/images.ts';

const places: Record<ImageUse['place'], string> = {
  main: 'Main image of',
  gallery: 'In the gallery of',
  text: 'In the text of',
  draft: 'In a draft of',
  revision: 'In an earlier version of',
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
      <summary aria-label={`Where used: ${name}`}>Where used</summary>
      {uses?.length === 0 && <p>Nowhere.</p>}
      {uses?.map((use) => (
        <p key={`${use.place} ${use.post_id}`}>
          {places[use.place]}{' '}
          {use.post_id === null ? (
            use.post_title || 'a new post'
          ) : (
            <Link to={urls.editPost(use.post_id)}>{titleOf(use)}</Link>
          )}
        </p>
      ))}
    </details>
  );
}
