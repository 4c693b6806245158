import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { maxPageDepth, maxPagePathLength, maxWebTitleLength } from '../../../platform/http/api/limits.ts';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { pagePathProblem } from '../../posts/rules/page-paths.ts';

/** As `isWebTitle` says, in the notation of pattern attributes. The two alternatives share no character. */
const character = String.raw`(?:[a-z0-9]|(?![0-9]|\p{Script=Latin})[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}])`;
const webTitlePattern = `${character}+(-${character}+)*`;

type Props = { value: string; isNew: boolean; onChange(value: string): void };

/** The last segment of the post's URL. Earlier URLs of the post redirect to the new one. */
export function WebTitleField({ value, isNew, onChange }: Props) {
  return (
    <TextField
      label={t('Web Title')}
      hint={
        isNew && value === ''
          ? t('The end of the URL; empty: made from the title.')
          : t('{post} · lowercase letters a-z, digits and single dashes; old URLs redirect here.', {
              post: urls.post(value),
            })
      }
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxWebTitleLength}
      pattern={webTitlePattern}
      title={t('Lowercase letters a-z, digits and single dashes')}
      required={!isNew}
      value={value}
      onChange={onChange}
    />
  );
}

/** The whole path of a page. Earlier paths redirect to the new one. */
export function PathField({ value, isNew, onChange }: Props) {
  const hint =
    isNew && value === ''
      ? t('The URL after the name of the site; empty: made from the title.')
      : (pagePathProblem(value) ?? t('Slashes make levels: /legal/privacy. Old paths redirect here.'));
  return (
    <TextField
      label={t('Path')}
      hint={hint}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxPagePathLength}
      pattern={`(/${webTitlePattern}){1,${maxPageDepth}}`}
      title={t('A slash, then lowercase letters a-z, digits and single dashes')}
      required={!isNew}
      value={value}
      // The slash is not worth typing.
      onChange={(path) => onChange(/^[^/]/.test(path) ? `/${path}` : path)}
    />
  );
}
