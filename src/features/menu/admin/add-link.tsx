import { useEffect, useId, useState } from 'react';
import type { Category } from '../../../core/posts/terms/api/categories.ts';
import type { TagSuggestion } from '../../../core/posts/terms/api/tags.ts';
import {
  isMenuUrl,
  type MenuPlace,
  type MenuTarget,
  menuLimits,
  menuPlaces,
} from '../../../core/site/api/menu.ts';
import { segments } from '../../../core/site/category-paths.ts';
import { taxonomyCalls } from '../../../core/taxonomy/admin/calls.ts';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { groupNeedsLabel, menuTargetMissing, menuUrlInvalid } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { type Chosen, nameOf } from './menu-order.ts';
import { PostChoice } from './post-choice.tsx';

type NewLink = Chosen & { label: string };
type Kind = MenuTarget['kind'] | 'group';

const kinds: [Kind, string][] = [
  ['page', t('Page')],
  ['post', t('Post')],
  ['category', t('Category')],
  ['tag', t('Tag')],
  ['url', t('URL of another site')],
  ['place', t('Part of this site')],
  ['group', t('Group of links')],
];

type Props = { listTitle: string; onAdd: (link: NewLink) => void; onClose: () => void };

/** Chooses what a new entry leads to. */
export function AddLink({ listTitle, onAdd, onClose }: Props) {
  const id = useId();
  const [kind, setKind] = useState<Kind>('page');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [label, setLabel] = useState('');
  const add = async () => {
    if (kind === 'group') {
      if (label.trim() === '') throw new Problem('invalid', groupNeedsLabel);
      return onAdd({ label: label.trim(), target: null, title: '', url: null });
    }
    if (!chosen) throw new Problem('invalid', kind === 'url' ? menuUrlInvalid : menuTargetMissing);
    onAdd({ ...chosen, label: label.trim() });
  };
  return (
    <Dialog title={t('Add a link to the {listTitle}', { listTitle })} onClose={onClose}>
      <Form className="menu-add" noValidate submitLabel={t('Add')} onSubmit={add} onCancel={onClose}>
        <div className="field">
          <label htmlFor={id}>{t('Kind')}</label>
          <select
            id={id}
            data-first-focus
            value={kind}
            onChange={(event) => {
              setKind(event.target.value as Kind);
              setChosen(null);
            }}
          >
            {kinds.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {(kind === 'page' || kind === 'post') && (
          <PostChoice key={kind} kind={kind} chosen={chosen} onChoose={setChosen} />
        )}
        {kind === 'category' && <CategoryChoice onChoose={setChosen} />}
        {kind === 'tag' && <TagChoice onChoose={setChosen} />}
        {kind === 'url' && <UrlChoice onChoose={setChosen} />}
        {kind === 'place' && <PlaceChoice onChoose={setChosen} />}
        <TextField
          label={t('Label')}
          maxLength={menuLimits.label}
          value={label}
          onChange={setLabel}
          hint={
            kind === 'group'
              ? t('Links can be nested below it.')
              : t('Without a label: the title of what it leads to.')
          }
        />
      </Form>
    </Dialog>
  );
}

type ChoiceProps = { onChoose: (chosen: Chosen | null) => void };

function CategoryChoice({ onChoose }: ChoiceProps) {
  const id = useId();
  const [categories, setCategories] = useState<Category[]>([]);
  useEffect(() => {
    taxonomyCalls.categories().then(setCategories, console.error);
  }, []);
  return (
    <div className="field">
      <label htmlFor={id}>{t('Category')}</label>
      <select
        id={id}
        defaultValue=""
        onChange={(event) => {
          const category = categories.find((one) => one.id === Number(event.target.value));
          const segment = segments(category?.category_path ?? '').at(-1) ?? '';
          onChoose(
            category
              ? {
                  target: { kind: 'category', id: category.id },
                  title: category.title,
                  url: urls.category(segment),
                }
              : null,
          );
        }}
      >
        <option value="">{t('Choose …')}</option>
        {categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.category_path}
          </option>
        ))}
      </select>
    </div>
  );
}

function TagChoice({ onChoose }: ChoiceProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [tags, setTags] = useState<TagSuggestion[]>([]);
  useEffect(() => {
    let isCurrent = true;
    taxonomyCalls.tags({ search: name }).then((found) => isCurrent && setTags(found), console.error);
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return (
    <>
      <TextField
        label={t('Tag')}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        value={name}
        onChange={(value) => {
          setName(value);
          const tag = value.trim();
          const known = tags.find(({ tag_name, display_name }) => [tag_name, display_name].includes(tag));
          const name = known?.tag_name ?? tag;
          const title = known?.display_name ?? tag;
          onChoose(tag ? { target: { kind: 'tag', name }, title, url: urls.tag(name) } : null);
        }}
      />
      <datalist id={id}>
        {tags.map((tag) => (
          <option key={tag.tag_name} value={tag.display_name} />
        ))}
      </datalist>
    </>
  );
}

function UrlChoice({ onChoose }: ChoiceProps) {
  const [url, setUrl] = useState('');
  return (
    <TextField
      label={t('URL')}
      type="url"
      placeholder={t('https://example.org')}
      maxLength={menuLimits.url}
      value={url}
      onChange={(value) => {
        setUrl(value);
        const typed = value.trim();
        onChoose(isMenuUrl(typed) ? { target: { kind: 'url', url: typed }, title: typed, url: typed } : null);
      }}
    />
  );
}

function PlaceChoice({ onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('Part of this site')}</label>
      <select
        id={id}
        defaultValue=""
        onChange={(event) => {
          const place = event.target.value as MenuPlace | '';
          onChoose(place ? { target: { kind: 'place', place }, title: '', url: menuPlaces[place] } : null);
        }}
      >
        <option value="">{t('Choose …')}</option>
        {(Object.keys(menuPlaces) as MenuPlace[]).map((place) => (
          <option key={place} value={place}>
            {nameOf({ label: '', title: '', target: { kind: 'place', place } })}
          </option>
        ))}
      </select>
    </div>
  );
}
