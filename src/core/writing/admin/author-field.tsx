import { useId } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { choices, nameOfProfile, useProfiles } from '../../accounts/admin/profiles/use-profiles.ts';

type Props = { value: number | null; isNew: boolean; onChange(author: number | null): void };

/** Shown when there is a choice. A new post without a choice gets the administrator who creates it. */
export function AuthorField({ value, isNew, onChange }: Props) {
  const id = useId();
  const profiles = useProfiles();
  const chosen = value ?? (isNew ? (profiles.find(({ you }) => you)?.id ?? null) : null);
  const offered = choices(profiles, chosen);
  if (offered.length < 2) return null;
  return (
    <div className="field">
      <label htmlFor={id}>{t('Author')}</label>
      <select id={id} value={chosen ?? 0} onChange={({ target }) => onChange(Number(target.value) || null)}>
        {!isNew && <option value={0}>{t('none')}</option>}
        {offered.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {nameOfProfile(profile)}
          </option>
        ))}
      </select>
    </div>
  );
}
