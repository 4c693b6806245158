import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { plainLines } from '../../../platform/admin/controls/plain-lines.ts';
import { isForServer } from '../../../platform/admin/drafts/sender.ts';
import { useUnsaved } from '../../../platform/admin/drafts/unsaved.ts';
import { useDiscard } from '../../../platform/admin/drafts/use-discard.ts';
import { draftParameter } from '../../../platform/admin/drafts/use-draft.ts';
import { urls } from '../../../platform/http/urls.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { AdminPost } from '../../posts/api/posts.ts';
import { isPostDraft, pathOf } from './post-draft.ts';
import { nameOf } from './post-values.ts';
import { useServerDrafts } from './server-drafts.ts';
import './drafts-list.css';

type Item = {
  id: string;
  postId: number | null;
  /** For messages. */
  name: string;
  title: string;
  path: string;
  at: string;
  firstLine: string;
  words: number;
  isPublished: boolean;
  isForBin: boolean;
  /** Whether this browser has it. */
  isHere: boolean;
};

const textOf = (html: string) => {
  const text = plainLines(html);
  return { firstLine: text.split('\n', 1)[0] ?? '', words: text.match(/\S+/g)?.length ?? 0 };
};

/** Unsaved posts and unsaved changes of posts, those of this browser first. */
function useDrafts(kind: PostKind): Item[] {
  // Drafts of earlier releases have no kind.
  const local = useUnsaved()
    .filter(isPostDraft)
    .filter(({ values }) => (values.kind ?? 'post') === kind);
  const remote = useServerDrafts().filter((head) => head.kind === kind);
  const known = new Set(local.map(({ id }) => id));
  const fromServer = remote
    .filter(({ id }) => !known.has(id))
    .map((head) => ({
      id: head.id,
      postId: head.post_id,
      name: nameOf(head),
      title: head.post_title,
      path: pathOf({ id: head.post_id, kind: head.kind }),
      at: head.date,
      ...(head.words === undefined
        ? textOf(head.post_content ?? '')
        : { firstLine: head.first_line ?? '', words: head.words }),
      isPublished: head.is_published ?? false,
      isForBin: true,
      isHere: false,
    }));
  const here = local.map((draft) => ({
    id: draft.id,
    postId: draft.values.id,
    name: draft.name,
    title: draft.values.post_title,
    path: draft.path,
    at: draft.at,
    ...textOf(draft.values.post_content),
    isPublished: remote.find(({ id }) => id === draft.id)?.is_published ?? draft.values.active,
    isForBin: isForServer(draft),
    isHere: true,
  }));
  return [...here, ...fromServer].sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Everything that was begun: drafts that were never saved, changes that were not, and inactive posts. */
type Props = { kind: PostKind; posts?: readonly AdminPost[]; onDelete?(post: AdminPost): void };

export function DraftsList({ kind, posts = [], onDelete }: Props) {
  const [params] = useSearchParams();
  const search = (params.get('search') ?? '').toLowerCase();
  const drafts = useDrafts(kind).filter(({ title, firstLine }) =>
    `${title}\n${firstLine}`.toLowerCase().includes(search),
  );
  const discard = useDiscard();
  const changed = new Set(drafts.map(({ postId }) => postId));
  const saved = posts.filter(({ id }) => !changed.has(id));
  if (drafts.length + saved.length === 0)
    return kind === 'post' ? (
      <Nothing
        text={
          search || params.has('category')
            ? t('No post matches.')
            : t('There are no drafts. What you begin to write is kept here until you publish it.')
        }
        action={<Link to={urls.addPost}>{t('Write a post')}</Link>}
      />
    ) : null;
  return (
    <ul className="drafts quiet-rows" aria-label={t('Drafts')}>
      {drafts.map((draft) => (
        <Row
          key={draft.id}
          title={draft.title}
          firstLine={draft.firstLine}
          words={draft.words}
          at={draft.at}
          state={draft.isHere ? stateOf(draft) : `${stateOf(draft)} · ${t('from another browser')}`}
        >
          <Link
            to={`${draft.path}?${draftParameter}=${draft.id}`}
            aria-label={t('Continue: {name}', { name: draft.name })}
          >
            {t('Continue')}
          </Link>
          <button
            type="button"
            className="quiet"
            aria-label={`${draft.isForBin ? t('Move to bin') : t('Delete')}: ${draft.name}`}
            onClick={() => void discard(draft.name, [draft.id])}
          >
            {draft.isForBin ? t('Move to bin') : t('Delete')}
          </button>
        </Row>
      ))}
      {saved.map((post) => (
        <Row
          key={post.id}
          title={post.post_title}
          {...textOf(post.post_content)}
          at={post.update_date ?? post.post_date}
          state={t('saved')}
        >
          <Link to={urls.editPost(post.id)} aria-label={t('Continue: {name}', { name: nameOf(post) })}>
            {t('Continue')}
          </Link>
          <button
            type="button"
            className="quiet"
            aria-label={t('Move to bin: {name}', { name: nameOf(post) })}
            onClick={() => onDelete?.(post)}
          >
            {t('Move to bin')}
          </button>
        </Row>
      ))}
    </ul>
  );
}

function stateOf({ postId, isPublished }: Item): string {
  if (postId === null) return t('never saved');
  return isPublished ? t('changed since published') : t('changed since saved');
}

type RowProps = {
  title: string;
  firstLine: string;
  words: number;
  at: string;
  state: string;
  children: ReactNode;
};

function Row({ title, firstLine, words, at, state, children }: RowProps) {
  return (
    <li>
      <div dir="auto">
        <strong>{title || t('Untitled')}</strong>
        <p>{firstLine}</p>
      </div>
      <span className="soft">
        {plural(words, { one: '1 word', other: '{count} words' })} · {state} ·{' '}
        <FormattedDate date={at} style="full" />
      </span>
      <span className="actions">{children}</span>
    </li>
  );
}
