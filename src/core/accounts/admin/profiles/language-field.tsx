import { SelectField } from '../../../../platform/admin/controls/select-field.tsx';
import { adminLanguageOf, adminLanguages } from '../../../../platform/messages/languages.ts';
import { language, t } from '../../../../platform/messages/translate.ts';
import { languageName } from '../../../../platform/web/language-names.ts';
import { useSite } from '../../../site/pages/site-context.ts';
import type { Profile } from '../../api/profiles.ts';

type Props = { value: Profile['language']; onChange(language: Profile['language']): void };

/** The language of the admin area. Each is named in itself, for people who do not read the present one. */
export function LanguageField({ value, onChange }: Props) {
  const ofSite = adminLanguageOf(undefined, useSite().language);
  return (
    <SelectField
      label={t('Language')}
      value={value}
      options={[
        ['', t('The site’s ({name})', { name: languageName(ofSite, language()) })],
        ...adminLanguages.map((one) => [one, languageName(one, one), one] as const),
      ]}
      onChange={onChange}
      hint={t('Of the admin area, for you alone. The language of the site is under Settings.')}
    />
  );
}
