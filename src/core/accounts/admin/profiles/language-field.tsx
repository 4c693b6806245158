import { useId } from 'react';
import { adminLanguageOf, adminLanguages } from '../../../../platform/messages/languages.ts';
import { language, t } from '../../../../platform/messages/translate.ts';
import { languageName } from '../../../../platform/web/language-names.ts';
import { useSite } from '../../../site/pages/site-context.ts';
import type { Profile } from '../../api/profiles.ts';

type Props = { value: Profile['language']; onChange(language: Profile['language']): void };

/** The language of the admin area. Each is named in itself, for people who do not read the present one. */
export function LanguageField({ value, onChange }: Props) {
  const id = useId();
  const ofSite = adminLanguageOf(undefined, useSite().language);
  return (
    <div className="field">
      <label htmlFor={id}>{t('Language')}</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value as Profile['language'])}
      >
        <option value="">{t('The site’s ({name})', { name: languageName(ofSite, language()) })}</option>
        {adminLanguages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageName(one, one)}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="soft">
        {t('Of the admin area, for you alone. The language of the site is under Settings.')}
      </span>
    </div>
  );
}
