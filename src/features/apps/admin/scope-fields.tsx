import { type Scope, scopes } from '../../../platform/http/scopes.ts';
import { t } from '../../../platform/messages/translate.ts';

export const scopeWords: Record<Scope, string> = {
  read: t('Read all posts, drafts, images and comments'),
  draft: t('Write and change drafts, and propose changes of published posts'),
  publish: t('Publish: change, publish and delete what readers see'),
  media: t('Upload images to drafts'),
  moderate: t('Moderate comments: approve, answer and delete them'),
  statistics: t('Read the statistics'),
};

type Props = {
  offered?: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
};

/** What an app may do, in words. */
export const ScopeFields = ({ offered = scopes, chosen, onChange }: Props) => (
  <fieldset>
    <legend>{t('The app may')}</legend>
    {offered.map((scope) => (
      <label key={scope} className="choice">
        <input
          type="checkbox"
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
          }
        />{' '}
        {scopeWords[scope]}
      </label>
    ))}
  </fieldset>
);

const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 365, label: t('A year') },
  { days: null, label: t('Until you revoke it') },
] as const;

type LifetimeProps = { days: 30 | 365 | null; onChange: (days: 30 | 365 | null) => void };

export const LifetimeField = ({ days, onChange }: LifetimeProps) => (
  <label>
    {t('For how long')}{' '}
    <select
      value={String(days)}
      onChange={({ target }) =>
        onChange(lifetimes.find((one) => String(one.days) === target.value)?.days ?? null)
      }
    >
      {lifetimes.map(({ days: value, label }) => (
        <option key={label} value={String(value)}>
          {label}
        </option>
      ))}
    </select>
  </label>
);
