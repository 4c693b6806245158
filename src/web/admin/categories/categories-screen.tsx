import { useId, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import type { Category } from '../../../contract/categories.ts';
import { urls } from '../../../contract/urls.ts';
import { categoryPathProblem } from '../../../rules/categories.ts';
import { useConfirm } from '../controls/confirm.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useSend } from '../data/use-send.ts';
import { useFormDraft } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { ScreenTitle } from '../frame/screen-title.tsx';

export const loader = guarded(() => adminApi.categories());

/** The tree of categories: `travel.japan` stands below `travel`. */
export function Component() {
  const categories = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>Categories</ScreenTitle>
      <CreateForm />
      {categories.length === 0 ? (
        <p className="nothing">There are no categories yet.</p>
      ) : (
        <ul className="tree" aria-label="Categories">
          {categories.map((category) => (
            <Branch key={`${category.id} ${category.category_path}`} category={category} all={categories} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CreateForm() {
  const fresh = { path: '' };
  const { values, change, latest, saved, begin } = useFormDraft('category', fresh, {
    name: ({ path }) => `a new category "${path}"`,
    path: `${urls.admin}/categories`,
  });
  const { busy, error, send, setError } = useSend();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const ids = { path: useId(), hint: useId() };
  return (
    <form
      className="boxed"
      onSubmit={(event) => {
        event.preventDefault();
        const path = values.path.trim();
        const wrong = categoryPathProblem(path);
        if (wrong) return setError(wrong);
        void send(async () => {
          const { sequence } = latest();
          await adminApi.createCategory(path);
          if (saved(sequence, fresh)) begin(fresh);
          notify(`The category "${path}" was created.`);
          await revalidate();
        });
      }}
    >
      <div className="field">
        <label htmlFor={ids.path}>New category</label>
        <span className="joined">
          <input
            id={ids.path}
            type="text"
            autoCapitalize="none"
            autoComplete="off"
            aria-describedby={ids.hint}
            value={values.path}
            onChange={(event) => change({ path: event.target.value })}
          />
          <button type="submit" className="primary" aria-disabled={busy}>
            Create
          </button>
        </span>
        <span id={ids.hint} className="soft">
          Small letters, digits and dashes; a dot begins the next level, as in travel.japan.
        </span>
      </div>
      <FormError message={error} />
    </form>
  );
}

function Branch({ category, all }: { category: Category; all: Category[] }) {
  const [renaming, setRenaming] = useState(false);
  const confirm = useConfirm();
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const path = category.category_path;
  const depth = all.filter((other) => path.startsWith(`${other.category_path}.`)).length;
  const below = all.filter((other) => other.category_path.startsWith(`${path}.`)).length;

  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this category?',
      text: `The category "${path}" will be deleted.${below ? ' Those below it stay.' : ''}`,
    });
    if (!sure) return;
    try {
      await adminApi.removeCategory(category.id);
      notify(`The category "${path}" was deleted.`);
      await revalidate();
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <li style={{ '--depth': depth } as React.CSSProperties}>
      {renaming ? (
        <RenameForm category={category} below={below} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <Link to={`${urls.admin}?category=${category.id}`} title={`Posts in ${path}`}>
            {path}
          </Link>
          <span className="actions">
            <button type="button" aria-label={`Rename ${path}`} onClick={() => setRenaming(true)}>
              Rename
            </button>
            <button
              type="button"
              className="danger"
              aria-label={`delete ${path}`}
              onClick={() => void remove()}
            >
              delete
            </button>
          </span>
        </>
      )}
    </li>
  );
}

function RenameForm({ category, below, onDone }: { category: Category; below: number; onDone: () => void }) {
  const old = category.category_path;
  const [path, setPath] = useState(old);
  const { busy, error, send, setError } = useSend();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = categoryPathProblem(path.trim());
        if (wrong) return setError(wrong);
        void send(async () => {
          await adminApi.renameCategory(category.id, path.trim());
          notify(`"${old}" is called "${path.trim()}" now.`);
          onDone();
          await revalidate();
        });
      }}
    >
      <input
        type="text"
        aria-label={`New path of ${old}`}
        autoCapitalize="none"
        autoComplete="off"
        value={path}
        // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
        autoFocus
        onChange={(event) => setPath(event.target.value)}
      />
      <span className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          Save
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </span>
      {below > 0 && (
        <span className="soft">
          {below === 1 ? 'The category below it moves' : `The ${below} categories below it move`} along.
        </span>
      )}
      <FormError message={error} />
    </form>
  );
}
