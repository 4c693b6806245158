import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useRefusal } from '../../../platform/admin/controls/use-refusal.ts';
import { errorMessage } from '../../../platform/admin/frame/notices.tsx';
import { categoryNotCreated } from '../../../platform/messages/owner.ts';
import type { Category } from '../../posts/terms/api/categories.ts';
import { categoryPathProblem } from '../../posts/terms/rules/categories.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';

type Props = { value: number | null; categories: Category[]; onChange(id: number | null): void };

/** Chooses a category, or creates one in place. */
export function CategoryField({ value, categories: loaded, onChange }: Props) {
  const id = useId();
  const [created, setCreated] = useState<Category[]>([]);
  const [isCreating, setIsCreating] = useState(false);
  const categories = [...loaded, ...created].sort((a, b) => (a.category_path < b.category_path ? -1 : 1));
  return (
    <div className="field">
      <label htmlFor={id}>Category</label>
      <div className="joined">
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">None</option>
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
          New category
        </button>
      </div>
      {isCreating && (
        <NewCategory
          onCreated={(category) => {
            setCreated([...created, category]);
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

function NewCategory({ onCreated, onCancel }: { onCreated(category: Category): void; onCancel(): void }) {
  const id = useId();
  const [path, setPath] = useState('');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useRefusal(input, path === '' ? '' : categoryNotCreated);
  const create = async () => {
    const problem = categoryPathProblem(path);
    if (problem) return setError(problem);
    try {
      onCreated(await taxonomyCalls.createCategory({ category_path: path }));
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
      <label htmlFor={id}>Path of the new category</label>
      <div className="joined">
        <input
          ref={input}
          id={id}
          type="text"
          placeholder="travel.japan"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
          autoFocus
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
          value={path}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setPath(target.value);
            setError('');
          }}
        />
        <button type="button" onClick={() => void create()}>
          Create
        </button>
      </div>
      <span id={`${id}-error`} className="error" role="alert">
        {error}
      </span>
    </div>
  );
}
