import { useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useFormDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { maxDisplayTermLength } from '../../../platform/http/api/limits.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import {
  type Category,
  type CategoryRename,
  maxCategoryDescriptionLength,
} from '../../posts/terms/api/categories.ts';
import { categoryPathProblem } from '../../posts/terms/rules/categories.ts';
import { segments, segmentTitle } from '../../site/category-paths.ts';
import { useSite } from '../../site/pages/site-context.ts';
import {
  categoryChanged,
  categoryCreated,
  categoryDeleted,
  categoryRenamed,
  categoryRenameFailed,
  categoryRenameStarted,
} from '../messages.ts';
import { taxonomyCalls } from './calls.ts';
import { isRunning, RenameProgress, useRename } from './rename-progress.tsx';
import { TagNames } from './tag-names.tsx';

export const loader = guarded(async () => {
  const [categories, { rename }] = await Promise.all([
    taxonomyCalls.categories(),
    taxonomyCalls.categoryRename(),
  ]);
  return { categories, rename };
});

/** The tree of categories: `travel.japan` is a child of `travel`. */
export function Component() {
  const { categories, rename: loaded } = useLoaderData<typeof loader>();
  const rename = useRename(loaded);
  return (
    <section>
      <ScreenTitle>{t('Categories')}</ScreenTitle>
      {rename?.state === 'failed' && (
        <p className="error">{categoryRenameFailed(rename.from_path, rename.to_path, rename.message)}</p>
      )}
      <CreateForm categories={categories} />
      {categories.length === 0 ? (
        <Nothing
          text={t('There are no categories yet.')}
          action={t('Create the first one above, then choose it for a post.')}
        />
      ) : (
        <ul className="tree" aria-label={t('Categories')}>
          {categories.map((category) => (
            <Branch
              key={`${category.id} ${category.category_path}`}
              category={category}
              all={categories}
              rename={rename?.category_id === category.id && isRunning(rename) ? rename : null}
            />
          ))}
        </ul>
      )}
      <TagNames />
    </section>
  );
}

function checkPath(path: string): void {
  const problem = categoryPathProblem(path);
  if (problem) throw new Problem('invalid', problem);
}

function CreateForm({ categories }: { categories: Category[] }) {
  const { language } = useSite();
  const empty = { path: '' };
  const { values, change, latest, saved, begin } = useFormDraft('category', empty, {
    name: ({ path }) => t('a new category "{path}"', { path }),
    path: `${urls.admin}/categories`,
  });
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const create = async () => {
    const { categoryOf } = await import('./typed-terms.ts');
    const { sequence } = latest();
    const typed = categoryOf(values.path, categories, language);
    const { category_path: path } = typed;
    checkPath(path);
    await taxonomyCalls.createCategory('id' in typed ? { category_path: path } : typed);
    if (saved(sequence, empty)) begin(empty);
    notify(categoryCreated(path));
    await revalidate();
  };
  return (
    <Form className="inline" submitLabel={t('Create')} onSubmit={create}>
      <TextField
        label={t('New category')}
        hint={t('Any words; a slash starts the next level, as in Travel / Japan.')}
        autoComplete="off"
        value={values.path}
        onChange={(path) => change({ path })}
      />
    </Form>
  );
}

const derivedTitle = (path: string): string => segmentTitle(segments(path).at(-1) ?? '');

type BranchProps = { category: Category; all: Category[]; rename: CategoryRename | null };

function Branch({ category, all, rename }: BranchProps) {
  const [renaming, setRenaming] = useState(false);
  const confirm = useConfirm();
  const run = useAction();
  const path = category.category_path;
  const depth = all.filter((other) => path.startsWith(`${other.category_path}.`)).length;
  const descendants = all.filter((other) => other.category_path.startsWith(`${path}.`)).length;

  const remove = async () => {
    const confirmed = await confirm({
      title: t('Delete this category?'),
      text:
        descendants > 0
          ? t('The category "{path}" will be deleted. The categories below it stay.', { path })
          : t('The category "{path}" will be deleted.', { path }),
    });
    if (confirmed)
      await run(() => taxonomyCalls.removeCategory({ catId: category.id }), categoryDeleted(path));
  };
  return (
    <li style={{ '--depth': depth } as React.CSSProperties}>
      {renaming ? (
        <RenameForm category={category} descendants={descendants} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <Link to={`${urls.admin}?category=${category.id}`} title={t('Posts in {path}', { path })}>
            {path}
          </Link>
          {category.title.toLowerCase() !== derivedTitle(path).toLowerCase() && (
            <span className="soft" dir="auto">
              {category.title}
            </span>
          )}
          {rename ? (
            <RenameProgress rename={rename} />
          ) : (
            <span className="actions">
              <ItemButton action={t('Rename')} item={path} onClick={() => setRenaming(true)} />
              <ItemButton className="quiet danger" action={t('delete')} item={path} onClick={remove} />
            </span>
          )}
        </>
      )}
    </li>
  );
}

type RenameProps = { category: Category; descendants: number; onDone: () => void };

function RenameForm({ category, descendants, onDone }: RenameProps) {
  const oldPath = category.category_path;
  const [path, setPath] = useState(oldPath);
  const [title, setTitle] = useState(category.title);
  const [description, setDescription] = useState(category.description);
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const rename = async () => {
    const newPath = path.trim();
    checkPath(newPath);
    // A title that follows from the old path follows from the new one.
    const newTitle = title === derivedTitle(oldPath) ? '' : title.trim();
    const { renaming } = await taxonomyCalls.renameCategory({
      catId: category.id,
      category_path: newPath,
      title: newTitle,
      description: description.trim(),
    });
    if (renaming) notify(categoryRenameStarted(oldPath, newPath));
    else notify(newPath === oldPath ? categoryChanged(oldPath) : categoryRenamed(oldPath, newPath));
    onDone();
    await revalidate();
  };
  return (
    <Form className="inline" submitLabel={t('Save')} onSubmit={rename} onCancel={onDone}>
      <input
        type="text"
        aria-label={t('New path of {oldPath}', { oldPath })}
        autoCapitalize="none"
        autoComplete="off"
        value={path}
        // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
        autoFocus
        onChange={(event) => setPath(event.target.value)}
      />
      <input
        type="text"
        aria-label={t('Title of {oldPath}', { oldPath })}
        maxLength={maxDisplayTermLength}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <textarea
        aria-label={t('Description of {oldPath}', { oldPath })}
        placeholder={t('Description, for the page of the category')}
        rows={2}
        dir="auto"
        maxLength={maxCategoryDescriptionLength}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {descendants > 0 && (
        <span className="soft">
          {plural(descendants, {
            one: 'The category below it is renamed as well.',
            other: 'The {count} categories below it are renamed as well.',
          })}
        </span>
      )}
    </Form>
  );
}
