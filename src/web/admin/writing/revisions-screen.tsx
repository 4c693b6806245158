import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import type { Post } from '../../../contract/posts.ts';
import { urls } from '../../../contract/urls.ts';
import type { FullRevision, Revision } from '../../../contract/writing.ts';
import { revisionRestored } from '../../../messages/owner.ts';
import { useSite } from '../../site/site-context.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { useConfirm } from '../controls/confirm.tsx';
import { titleOf } from '../controls/format.ts';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useNotices } from '../frame/notices.tsx';
import { Difference } from './difference-text.tsx';
import './revisions.css';

export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
  const id = Number(params.id);
  const [post, revisions] = await Promise.all([adminApi.post(id), adminApi.revisions(id)]);
  const requested = Number(new URL(request.url).searchParams.get('version'));
  const selected = revisions.find((revision) => revision.id === requested) ?? revisions[0];
  return { post, revisions, selected: selected ? await adminApi.revision(id, selected.id) : null };
});

export function Component() {
  const { post, revisions, selected } = useLoaderData<typeof loader>();
  const { site_name } = useSite();
  return (
    <section>
      <title>{`Earlier versions · ${site_name}`}</title>
      <div className="screen-head">
        <h1>Earlier versions</h1>
        <Link className="button" to={urls.editPost(post.id)}>
          Back to the post
        </Link>
      </div>
      <p className="soft">Of “{titleOf(post)}”. Each save keeps the version it replaces.</p>
      {selected ? (
        <div className="revisions">
          <RevisionList revisions={revisions} selectedId={selected.id} />
          <SelectedRevision post={post} revision={selected} />
        </div>
      ) : (
        <p className="nothing">This post has no earlier versions yet.</p>
      )}
    </section>
  );
}

function RevisionList({ revisions, selectedId }: { revisions: Revision[]; selectedId: number }) {
  const [query] = useSearchParams();
  return (
    <nav aria-label="Earlier versions">
      <ol>
        {revisions.map(({ id, date, post_title, user, size }) => (
          <li key={id}>
            <Link
              to={`?${new URLSearchParams({ ...Object.fromEntries(query), version: String(id) })}`}
              preventScrollReset
              aria-current={id === selectedId ? 'true' : undefined}
            >
              <FormattedDate date={date} style="full" />
              <span>{titleOf({ post_title })}</span>
              <span className="soft">
                {user ? `${user}, ` : ''}
                {size.toLocaleString()} characters
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function SelectedRevision({ post, revision }: { post: Post; revision: FullRevision }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { notify, reportError } = useNotices();
  const restore = async () => {
    const confirmed = await confirm({
      title: 'Restore this version?',
      text: 'It replaces the current text of the post, which is kept as an earlier version.',
      action: 'Restore',
    });
    if (!confirmed) return;
    try {
      await adminApi.restoreRevision(post.id, revision.id);
      notify(revisionRestored);
      await navigate(urls.editPost(post.id));
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <section aria-label="What changed since">
      <h2>
        What changed since <FormattedDate date={revision.date} style="full" />
      </h2>
      <Difference before={revision} after={post} />
      <p className="actions">
        <button type="button" onClick={() => void restore()}>
          Restore this version
        </button>
      </p>
    </section>
  );
}
