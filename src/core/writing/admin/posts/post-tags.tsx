import { useId } from 'react';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { useSend } from '../../../../platform/admin/data/use-send.ts';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { Problem } from '../../../../platform/http/problem.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { AdminPost } from '../../../posts/api/posts.ts';
import type { Tag } from '../../../posts/terms/api/tags.ts';
import { tagProblem } from '../../../posts/terms/rules/tags.ts';
import { taxonomyCalls } from '../../../taxonomy/admin/calls.ts';
import { tagRemoved } from './messages.ts';
import type { PostActions } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

const keyOf = ({ display_name }: Tag): string => display_name.toLowerCase();

export function PostTags({ post, actions }: Props) {
  const { edit, update } = actions;
  const without = (tag: Tag) => (current: AdminPost) => ({
    ...current,
    tags: current.tags.filter(({ id }) => id !== tag.id),
  });
  const withTag = (tag: Tag) => (current: AdminPost) => ({
    ...current,
    tags: [...without(tag)(current).tags, tag].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  });
  return (
    <div className="tags-of-post">
      {post.tags.length > 0 && (
        <ul className="tag-list" aria-label={t('Tags of {title}', { title: titleOf(post) })}>
          {post.tags.map((tag) => (
            <li key={tag.id}>
              <span dir="auto">{tag.display_name}</span>
              <button
                type="button"
                className="quiet"
                aria-label={t('remove {displayName}', { displayName: tag.display_name })}
                onClick={() =>
                  void update(post.id, {
                    apply: without(tag),
                    undo: withTag(tag),
                    request: () => taxonomyCalls.removeTag({ id: tag.id }),
                    done: {
                      text: tagRemoved(tag.display_name, titleOf(post)),
                      revert: async () => {
                        const added = await taxonomyCalls.addTag({ postId: post.id, tagName: tag.tag_name });
                        edit(post.id, (current) => withTag(added)(without(tag)(current)));
                      },
                    },
                  })
                }
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <TagEntry post={post} onAdded={(tag) => edit(post.id, withTag(tag))} />
    </div>
  );
}

function TagEntry({ post, onAdded }: { post: AdminPost; onAdded: (tag: Tag) => void }) {
  const empty = { tag: '' };
  const { values, change, latest, saved, begin, reset } = useFormDraft(`tag:${post.id}`, empty, {
    name: ({ tag }) => t('the tag "{tag}" for "{title}"', { tag, title: titleOf(post) }),
    path: `${urls.admin}?search=${encodeURIComponent(post.post_title_web)}`,
  });
  const { error, setError, send } = useSend();
  const errorId = useId();
  const save = async () => {
    const name = values.tag.trim();
    const problem = tagProblem(name);
    if (problem) throw new Problem('invalid', problem);
    const { sequence } = latest();
    onAdded(await taxonomyCalls.addTag({ postId: post.id, tagName: name }));
    if (saved(sequence, empty)) begin(empty);
  };
  return (
    <form
      className="tag-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void send(save);
      }}
    >
      <input
        type="text"
        aria-label={t('Tag')}
        placeholder={t('tag')}
        autoCapitalize="none"
        autoComplete="off"
        value={values.tag}
        aria-invalid={error !== null}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => {
          setError(null);
          change({ tag: event.target.value });
        }}
      />
      <button type="submit" className="quiet">
        {t('Save Tag')}
      </button>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          setError(null);
          reset(empty);
        }}
      >
        {t('Cancel')}
      </button>
      {error && (
        <span id={errorId} className="error" role="alert">
          {error}
        </span>
      )}
    </form>
  );
}
