import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useRefusal } from '../../../platform/admin/controls/use-refusal.ts';
import { errorMessage } from '../../../platform/admin/frame/notices.tsx';
import { maxDisplayTermLength } from '../../../platform/http/api/limits.ts';
import { categoryEmpty } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { Category } from '../../posts/terms/api/categories.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import { categoryNotCreated } from './messages.ts';

type Props = { value: number | null; categories: Category[]; onChange(id: number | null): void };

/** Chooses a category, or creates one in place. */
export function CategoryField({ value, categories: loaded, onChange }: Props) {
  const id = useId();
  const [created, setCreated] = useState<Category[]>([]);
  const [isCreating, setIsCreating] = useState(false);
  const categories = [...loaded, ...created].sort((a, b) => (a.category_path < b.category_path ? -1 : 1));
  return (
    <div className="field">
      <label htmlFor={id}>{t('Category')}</label>
      <div className="joined">
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{t('None')}</option>
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {category.category_path}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="quiet"
          aria-expanded={isCreating}
          onClick={() => setIsCreating(!isCreating)}
        >
          {t('New category')}
        </button>
      </div>
      {isCreating && (
        <NewCategory
          categories={categories}
          onCreated={(category) => {
            if (categories.every(({ id }) => id !== category.id)) setCreated([...created, category]);
            setIsCreating(false);
            onChange(category.id);
            document.getElementById(id)?.focus();
          }}
          onCancel={() => {
            setIsCreating(false);
            document.getElementById(id)?.focus();
          }}
        />
      )}
    </div>
  );
}

type NewProps = { categories: Category[]; onCreated(category: Category): void; onCancel(): void };

function NewCategory({ categories, onCreated, onCancel }: NewProps) {
  const id = useId();
  const { language } = useSite();
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useRefusal(input, name === '' ? '' : categoryNotCreated);
  const create = async () => {
    if (name.trim() === '') return setError(categoryEmpty);
    try {
      const { categoryOf } = await import('../../taxonomy/admin/typed-terms.ts');
      const typed = categoryOf(name, categories, language);
      onCreated('id' in typed ? typed : await taxonomyCalls.createCategory(typed));
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Otherwise Enter would submit the post.
    event.preventDefault();
    void create();
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('Name of the new category')}</label>
      <div className="joined">
        <input
          ref={input}
          id={id}
          type="text"
          maxLength={maxDisplayTermLength}
          dir="auto"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
          autoFocus
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
          value={name}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setName(target.value);
            setError('');
          }}
        />
        <button type="button" onClick={() => void create()}>
          {t('Create')}
        </button>
      </div>
      <span id={`${id}-error`} className="error" role="alert">
        {error}
      </span>
    </div>
  );
}
