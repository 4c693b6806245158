import { SelectField } from '../../../platform/admin/controls/select-field.tsx';
import { language, t } from '../../../platform/messages/translate.ts';
import { languageName } from '../../../platform/web/language-names.ts';
import { useSite } from '../pages/site-context.ts';

export const commonLanguages =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga he hi hr hu id is it ja ka ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The name in the language itself comes first, as in other language menus, then that in the person's language. */
export const languageLabel = (tag: string): string => {
  const [own, translated] = [languageName(tag), languageName(tag, language())];
  return own === translated ? own : `${own} · ${translated}`;
};

type Props = { value: string; onChange(language: string): void };

export function LanguageField({ value, onChange }: Props) {
  const ofSite = languageName(useSite().language, language());
  const tags =
    value === '' || commonLanguages.includes(value) ? commonLanguages : [...commonLanguages, value];
  return (
    <SelectField
      label={t('Language')}
      value={value}
      options={[
        ['', t('The site’s ({name})', { name: ofSite })],
        ...tags.map((tag) => [tag, languageLabel(tag)] as const),
      ]}
      onChange={onChange}
    />
  );
}
