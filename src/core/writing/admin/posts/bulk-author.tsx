import { useState } from 'react';
import { t } from '../../../../platform/messages/translate.ts';
import { choices, nameOfProfile, useProfiles } from '../../../accounts/admin/profiles/use-profiles.ts';

/** Sets the author of the selected posts, where there is more than one. */
export function BulkAuthor({ onSet }: { onSet(author: number | null): void }) {
  const [author, setAuthor] = useState(0);
  const offered = choices(useProfiles(), null);
  if (offered.length < 2) return null;
  return (
    <span className="joined">
      <select
        aria-label={t('Author of the selected posts')}
        value={author}
        onChange={(event) => setAuthor(Number(event.target.value))}
      >
        <option value={0}>{t('none')}</option>
        {offered.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {nameOfProfile(profile)}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => onSet(author || null)}>
        {t('Set author')}
      </button>
    </span>
  );
}
