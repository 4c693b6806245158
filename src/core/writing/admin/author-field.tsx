import { SelectField } from '../../../platform/admin/controls/select-field.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { choices, nameOfProfile, useProfiles } from '../../accounts/admin/profiles/use-profiles.ts';

type Props = { value: number | null; isNew: boolean; onChange(author: number | null): void };

/** Shown when there is a choice. A new post without a choice gets the administrator who creates it. */
export function AuthorField({ value, isNew, onChange }: Props) {
  const profiles = useProfiles();
  const chosen = value ?? (isNew ? (profiles.find(({ you }) => you)?.id ?? null) : null);
  const offered = choices(profiles, chosen);
  if (offered.length < 2) return null;
  return (
    <SelectField
      label={t('Author')}
      value={String(chosen ?? 0)}
      options={[
        ...(isNew ? [] : [['0', t('none')] as const]),
        ...offered.map((profile) => [String(profile.id), nameOfProfile(profile)] as const),
      ]}
      onChange={(author) => onChange(Number(author) || null)}
    />
  );
}
