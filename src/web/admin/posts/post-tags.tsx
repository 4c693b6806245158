import { useId, useState } from 'react';
import type { AdminPost } from '../../../contract/posts.ts';
import type { Tag } from '../../../contract/tags.ts';
import { urls } from '../../../contract/urls.ts';
import { tagProblem } from '../../../rules/tags.ts';
import { adminApi } from '../data/admin-api.ts';
import { isSignedOut } from '../data/guarded.ts';
import { useFormDraft } from '../drafts/use-draft.ts';
import { errorMessage, useNotices } from '../frame/notices.tsx';
import { type PostActions, titleOf } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

export function PostTags({ post, actions }: Props) {
  const { edit, attempt } = actions;
  const without = (tag: Tag) => (now: AdminPost) => ({
    ...now,
    tags: now.tags.filter(({ id }) => id !== tag.id),
  });
  const withTag = (tag: Tag) => (now: AdminPost) => ({
    ...now,
    tags: [...without(tag)(now).tags, tag].sort((a, b) => (a.tag_name < b.tag_name ? -1 : 1)),
  });
  return (
    <div className="tags-of-post">
      {post.tags.length > 0 && (
        <ul className="tag-list" aria-label={`Tags of ${titleOf(post)}`}>
          {post.tags.map((tag) => (
            <li key={tag.id}>
              {tag.tag_name}
              <button
                type="button"
                className="quiet"
                aria-label={`remove ${tag.tag_name}`}
                onClick={() =>
                  void attempt(post.id, {
                    apply: without(tag),
                    undo: withTag(tag),
                    call: () => adminApi.removeTag(tag.id),
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
  const fresh = { tag: '' };
  const { values, change, latest, saved, begin, reset } = useFormDraft(`tag:${post.id}`, fresh, {
    name: ({ tag }) => `the tag "${tag}" for "${titleOf(post)}"`,
    path: `${urls.admin}?search=${encodeURIComponent(post.post_title_web)}`,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { reportError } = useNotices();
  const problemId = useId();
  const save = async () => {
    const name = values.tag.trim();
    const wrong = tagProblem(name);
    setProblem(wrong);
    if (wrong) return;
    try {
      const { sequence } = latest();
      onAdded(await adminApi.addTag(post.id, name));
      if (saved(sequence, fresh)) begin(fresh);
    } catch (error) {
      if (isSignedOut(error)) reportError(error);
      else setProblem(errorMessage(error));
    }
  };
  return (
    <form
      className="tag-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        type="text"
        aria-label="Tag"
        placeholder="tag"
        autoCapitalize="none"
        autoComplete="off"
        value={values.tag}
        aria-invalid={problem !== null}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => {
          setProblem(null);
          change({ tag: event.target.value });
        }}
      />
      <button type="submit">Save Tag</button>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          setProblem(null);
          reset(fresh);
        }}
      >
        Cancel
      </button>
      {problem && (
        <span id={problemId} className="error" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
