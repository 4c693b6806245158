import { useId } from 'react';
import { siteLanguage } from '../../../rules/languages.ts';

const common =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga he hi hr hu id is it ja ka ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

const nameIn = (language: string, tag: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** The name in the reader's own language comes first, as in other language menus. */
const labelOf = (tag: string): string => {
  const [own, english] = [nameIn(tag, tag), nameIn('en', tag)];
  return own === english ? own : `${own} · ${english}`;
};

type Props = { value: string; onChange(language: string): void };

export function LanguageField({ value, onChange }: Props) {
  const id = useId();
  const tags = value === '' || common.includes(value) ? common : [...common, value];
  return (
    <div className="field">
      <label htmlFor={id}>Language</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">The site’s ({nameIn('en', siteLanguage)})</option>
        {tags.map((tag) => (
          <option key={tag} value={tag}>
            {labelOf(tag)}
          </option>
        ))}
      </select>
    </div>
  );
}
