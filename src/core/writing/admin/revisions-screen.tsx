import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Post } from '../../posts/api/posts.ts';
import type { CurrentVersion, Revision } from '../../posts/api/writing.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { writingCalls } from './calls.ts';
import { revisionRestored } from './messages.ts';
import { postCalls } from './post-calls.ts';
import { isView, type Version, VersionView, type View } from './version-view.tsx';
import './merge.css';
import './revisions.css';

async function versionOf(post: Post, current: CurrentVersion, revision: Revision | null): Promise<Version> {
  if (!revision)
    return { ...post, ...current, id: null, shown: post.post_content_shown ?? post.post_content };
  const { post_content_shown: shown, ...found } = await writingCalls.revision({
    id: post.id,
    revisionId: revision.id,
  });
  return { ...found, shown };
}

/** The parameter `version` is the id of a revision; otherwise the newest one is selected. */
export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
  const id = Number(params.id);
  const [post, revisions, current] = await Promise.all([
    postCalls.post(id),
    writingCalls.revisions({ id }),
    writingCalls.currentVersion({ id }),
  ]);
  const { searchParams } = new URL(request.url);
  const requested = searchParams.get('version');
  const isCurrent = requested === 'current' || revisions.length === 0;
  const at = Math.max(
    0,
    revisions.findIndex((revision) => revision.id === Number(requested)),
  );
  const selected = isCurrent ? null : (revisions[at] ?? null);
  const before = isCurrent ? revisions[0] : revisions[at + 1];
  const view = searchParams.get('show') ?? '';
  return {
    post,
    revisions,
    current: await versionOf(post, current, null),
    selected: await versionOf(post, current, selected),
    previous: before ? await versionOf(post, current, before) : null,
    view: isView(view) ? view : isCurrent ? ('page' as View) : ('current' as View),
  };
});

export function Component() {
  const { post, revisions, current, selected, previous, view } = useLoaderData<typeof loader>();
  const { site_name } = useSite();
  return (
    <section>
      <title>{`${t('Versions')} · ${site_name}`}</title>
      <div className="screen-head">
        <h1>{t('Versions')}</h1>
        <Link className="button" to={urls.editPost(post.id)}>
          {post.kind === 'page' ? t('Back to the page') : t('Back to the post')}
        </Link>
      </div>
      <p className="soft">
        {t('Of “{title}”. Each save keeps the version it replaces.', { title: titleOf(post) })}
      </p>
      {revisions.length === 0 && (
        <p className="soft">
          {post.kind === 'page'
            ? t('This page has no earlier versions yet.')
            : t('This post has no earlier versions yet.')}
        </p>
      )}
      <div className="revisions">
        <VersionList current={current} revisions={revisions} selectedId={selected.id} />
        <section aria-label={t('Selected version')}>
          <VersionView version={selected} current={current} previous={previous} view={view} />
          {selected.id !== null && <RestoreButton postId={post.id} revisionId={selected.id} />}
        </section>
      </div>
    </section>
  );
}

type ListProps = { current: Version; revisions: Revision[]; selectedId: number | null };

function VersionList({ current, revisions, selectedId }: ListProps) {
  const [query] = useSearchParams();
  const link = (id: number | null) => {
    const next = new URLSearchParams(query);
    next.set('version', id === null ? 'current' : String(id));
    if (id === null) next.delete('show');
    return `?${next}`;
  };
  const entries = [
    { ...current, size: current.post_content.length },
    ...revisions.map((revision) => ({ ...revision, id: revision.id as number | null })),
  ];
  return (
    <nav aria-label={t('Earlier versions')}>
      <ol>
        {entries.map(({ id, date, post_title, user, size }) => (
          <li key={id ?? 'current'}>
            <Link to={link(id)} preventScrollReset aria-current={id === selectedId ? 'true' : undefined}>
              <span>
                {date && <FormattedDate date={date} style="full" />}
                {id === null && <span className="chip good">{t('Current')}</span>}
              </span>
              <span>{titleOf({ post_title })}</span>
              <span className="soft">
                {user && <>{t('by {name}', { name: user })}, </>}
                {plural(size, { one: '1 character', other: '{count} characters' })}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Restoring makes a new version; the current one is kept. */
function RestoreButton({ postId, revisionId }: { postId: number; revisionId: number }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { notify, reportError } = useNotices();
  const restore = async () => {
    const confirmed = await confirm({
      title: t('Restore this version?'),
      text: t('It replaces the current text of the post, which is kept as an earlier version.'),
      action: t('Restore'),
    });
    if (!confirmed) return;
    try {
      await writingCalls.restoreRevision({ id: postId, revisionId });
      notify(revisionRestored);
      await navigate(urls.editPost(postId));
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <p className="actions">
      <button type="button" onClick={() => void restore()}>
        {t('Restore this version')}
      </button>
    </p>
  );
}
