import { type KeyboardEvent, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import type { Selection } from '../../../../platform/admin/controls/use-selection.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { focusHeading } from '../../../../platform/admin/frame/screen-title.tsx';
import { maxTagLength } from '../../../../platform/http/api/limits.ts';
import { Problem } from '../../../../platform/http/problem.ts';
import { plural, t } from '../../../../platform/messages/translate.ts';
import type { BulkChange } from '../../../posts/api/bulk.ts';
import type { Category } from '../../../posts/terms/api/categories.ts';
import { useDeletedNotice } from '../bin/use-restore.ts';
import { postCalls } from '../post-calls.ts';
import { BulkAuthor } from './bulk-author.tsx';
import * as messages from './bulk-messages.ts';
import './bulk-bar.css';

type Props = { selection: Selection; categories: Category[] };

/** Changes all selected posts at once. It lies over the end of the page, so that no row moves when it appears. */
export function BulkBar({ selection, categories }: Props) {
  const [category, setCategory] = useState(0);
  const [tag, setTag] = useState('');
  const run = useBulk(selection);
  const tagId = useId();
  const { ids } = selection;
  if (ids.length === 0) return null;
  const addTag = () => void run({ ids, action: 'add_tag', tag: tag.trim() });
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && tag.trim()) addTag();
  };
  return (
    <section className="bulk-bar" aria-label={t('Selected posts')}>
      <strong>{t('{count} selected', { count: ids.length })}</strong>
      <span className="joined">
        <button type="button" className="quiet" onClick={() => void run({ ids, action: 'activate' })}>
          {t('Activate')}
        </button>
        <button type="button" className="quiet" onClick={() => void run({ ids, action: 'deactivate' })}>
          {t('DeActivate')}
        </button>
      </span>
      <span className="joined">
        <select
          aria-label={t('Category of the selected posts')}
          value={category}
          onChange={(event) => setCategory(Number(event.target.value))}
        >
          <option value={0}>{t('none')}</option>
          {categories.map(({ id, category_path }) => (
            <option key={id} value={id}>
              {category_path}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="quiet"
          onClick={() => void run({ ids, action: 'category', category_id: category || null })}
        >
          {t('Set category')}
        </button>
      </span>
      <BulkAuthor onSet={(author_id) => void run({ ids, action: 'author', author_id })} />
      <span className="joined">
        <input
          id={tagId}
          aria-label={t('Tag for the selected posts')}
          placeholder={t('tag')}
          maxLength={maxTagLength}
          autoCapitalize="none"
          value={tag}
          onChange={(event) => setTag(event.target.value)}
          onKeyDown={onEnter}
        />
        <button type="button" className="quiet" disabled={tag.trim() === ''} onClick={addTag}>
          {t('Add tag')}
        </button>
        <button
          type="button"
          className="quiet"
          disabled={tag.trim() === ''}
          onClick={() => void run({ ids, action: 'remove_tag', tag: tag.trim() })}
        >
          {t('Remove tag')}
        </button>
      </span>
      <span className="joined end">
        <button type="button" className="quiet danger" onClick={() => void run({ ids, action: 'bin' })}>
          {t('Move to bin')}
        </button>
        <button type="button" className="quiet" onClick={() => selection.selectAll(false)}>
          {t('Clear selection')}
        </button>
      </span>
    </section>
  );
}

function useBulk({ selectAll }: Selection) {
  const { notify, reportError } = useNotices();
  const notifyDeleted = useDeletedNotice();
  const confirm = useConfirm();
  const { revalidate } = useRevalidator();
  return async (change: BulkChange): Promise<void> => {
    const count = change.ids.length;
    const isBin = change.action === 'bin';
    const posts = plural(count, { one: '1 post', other: '{count} posts' });
    const title = plural(count, { one: 'Delete this post?', other: 'Delete {count} posts?' });
    const text = t('{posts} will be deleted. You can restore them from the bin for 30 days.', { posts });
    if (isBin && !(await confirm({ title, text }))) return;
    try {
      const results = await postCalls.bulk(change);
      const done = results.filter((result) => result.done).map(({ id }) => id);
      if (isBin) {
        selectAll(false);
        focusHeading();
        if (done.length > 0)
          notifyDeleted(
            messages.postsDeleted(done.length),
            done.map((id) => ({ kind: 'post', id })),
          );
      } else if (done.length > 0) notify(doneText(change, done.length));
      if (done.length < results.length)
        reportError(new Problem('not_found', messages.postsGone(results.length - done.length)));
      await revalidate();
    } catch (error) {
      reportError(error);
    }
  };
}

function doneText(change: BulkChange, count: number): string {
  switch (change.action) {
    case 'activate':
      return messages.postsActivated(count);
    case 'deactivate':
      return messages.postsDeactivated(count);
    case 'category':
      return messages.categoryOfPostsSet(count);
    case 'author':
      return messages.authorOfPostsSet(count);
    case 'add_tag':
      return messages.tagAdded(count, change.tag);
    case 'remove_tag':
      return messages.tagRemoved(count, change.tag);
    case 'bin':
    case 'delete':
      return messages.postsDeleted(count);
  }
}
