import { useEffect, useState } from 'react';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { maxDisplayTermLength } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { TagSuggestion } from '../../posts/terms/api/tags.ts';
import { tagRenamed } from '../messages.ts';
import { taxonomyCalls } from './calls.ts';

/** What readers see of each tag. Tags are added and removed where posts are. */
export function TagNames() {
  const [search, setSearch] = useState('');
  const [tags, setTags] = useState<TagSuggestion[]>([]);
  useEffect(() => {
    let isCurrent = true;
    taxonomyCalls.tags({ search }).then((found) => isCurrent && setTags(found), console.error);
    return () => {
      isCurrent = false;
    };
  }, [search]);
  if (tags.length === 0 && search === '') return null;
  const renamed = (tag: TagSuggestion) =>
    setTags(tags.map((other) => (other.tag_name === tag.tag_name ? tag : other)));
  return (
    <section aria-labelledby="tag-names">
      <h2 id="tag-names">{t('Tags')}</h2>
      <TextField
        label={t('Find a tag')}
        hint={t('A new name changes what readers see; the URL stays.')}
        value={search}
        onChange={setSearch}
      />
      <ul className="tree" aria-label={t('Tags')}>
        {tags.map((tag) => (
          <TagName key={tag.tag_name} tag={tag} onRenamed={renamed} />
        ))}
      </ul>
    </section>
  );
}

type TagProps = { tag: TagSuggestion; onRenamed(tag: TagSuggestion): void };

function TagName({ tag, onRenamed }: TagProps) {
  const [name, setName] = useState<string | null>(null);
  const { notify } = useNotices();
  const { tag_name, display_name } = tag;
  const rename = async () => {
    const renamed = await taxonomyCalls.renameTag({ tagName: tag_name, display_name: name ?? '' });
    notify(tagRenamed(display_name, renamed.display_name));
    onRenamed(renamed);
    setName(null);
  };
  return (
    <li>
      {name === null ? (
        <>
          <span dir="auto">
            {display_name} {display_name !== tag_name && <span className="soft">{tag_name}</span>}
          </span>
          <span className="actions">
            <ItemButton action={t('Rename')} item={display_name} onClick={() => setName(display_name)} />
          </span>
        </>
      ) : (
        <Form className="inline" submitLabel={t('Save')} onSubmit={rename} onCancel={() => setName(null)}>
          <input
            type="text"
            aria-label={t('Display name of {tag}', { tag: tag_name })}
            maxLength={maxDisplayTermLength}
            autoComplete="off"
            value={name}
            // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        </Form>
      )}
    </li>
  );
}
