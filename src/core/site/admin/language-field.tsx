import { useId } from 'react';
import { language, t } from '../../../platform/messages/translate.ts';
import { languageName } from '../../../platform/web/language-names.ts';
import { useSite } from '../pages/site-context.ts';

export const commonLanguages =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga he hi hr hu id is it ja ka ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The name in the reader's own language comes first, as in other language menus. */
export const languageLabel = (tag: string): string => {
  const [own, english] = [languageName(tag), languageName(tag, 'en')];
  return own === english ? own : `${own} · ${english}`;
};

type Props = { value: string; onChange(language: string): void };

export function LanguageField({ value, onChange }: Props) {
  const id = useId();
  const site = useSite();
  const tags =
    value === '' || commonLanguages.includes(value) ? commonLanguages : [...commonLanguages, value];
  return (
    <div className="field">
      <label htmlFor={id}>{t('Language')}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">
          {t('The site’s ({name})', { name: languageName(site.language, language()) })}
        </option>
        {tags.map((tag) => (
          <option key={tag} value={tag}>
            {languageLabel(tag)}
          </option>
        ))}
      </select>
    </div>
  );
}
