import { useId } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import type { Category } from '../../posts/terms/api/categories.ts';

type Props = {
  value: number[];
  /** The main category, which is not among them. */
  main: number | null;
  categories: Category[];
  onChange(ids: number[]): void;
};

/** Categories besides the main one; the post is in their lists, too. */
export function FurtherCategoriesField({ value, main, categories, onChange }: Props) {
  const id = useId();
  const chosen = categories.filter((category) => value.includes(category.id) && category.id !== main);
  const others = categories.filter((category) => !value.includes(category.id) && category.id !== main);
  if (chosen.length === 0 && others.length === 0) return null;
  return (
    <div className="field tags-field">
      <label htmlFor={id}>{t('Further categories')}</label>
      {chosen.length > 0 && (
        <ul className="tag-list" aria-label={t('Further categories of this post')}>
          {chosen.map(({ id: chosenId, category_path }) => (
            <li key={chosenId}>
              {category_path}
              <button
                type="button"
                className="quiet"
                aria-label={t('remove {name}', { name: category_path })}
                onClick={() => {
                  onChange(value.filter((other) => other !== chosenId));
                  document.getElementById(id)?.focus();
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        id={id}
        value=""
        onChange={({ target }) =>
          onChange([...value, Number(target.value)].filter(Boolean).sort((a, b) => a - b))
        }
      >
        <option value="">{t('Add …')}</option>
        {others.map((category) => (
          <option key={category.id} value={category.id}>
            {category.category_path}
          </option>
        ))}
      </select>
    </div>
  );
}
