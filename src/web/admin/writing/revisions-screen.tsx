import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import type { Post } from '../../../contract/posts.ts';
import { urls } from '../../../contract/urls.ts';
import type { FullRevision, Revision } from '../../../contract/writing.ts';
import { useSite } from '../../site/site-context.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { useConfirm } from '../controls/confirm.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useNotices } from '../frame/notices.tsx';
import { Difference } from './difference-text.tsx';
import { words } from './post-saving.ts';
import './revisions.css';

export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
  const id = Number(params.id);
  const [post, revisions] = await Promise.all([adminApi.post(id), adminApi.revisions(id)]);
  const wanted = Number(new URL(request.url).searchParams.get('version'));
  const chosen = revisions.find((revision) => revision.id === wanted) ?? revisions[0];
  return { post, revisions, chosen: chosen ? await adminApi.revision(id, chosen.id) : null };
});

export function Component() {
  const { post, revisions, chosen } = useLoaderData<typeof loader>();
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
      <p className="soft">
        Of “{post.post_title || 'Untitled'}”. Each save keeps what it takes the place of.
      </p>
      {chosen ? (
        <div className="revisions">
          <RevisionList revisions={revisions} chosenId={chosen.id} />
          <Chosen post={post} chosen={chosen} />
        </div>
      ) : (
        <p className="nothing">This post has no earlier versions yet.</p>
      )}
    </section>
  );
}

function RevisionList({ revisions, chosenId }: { revisions: Revision[]; chosenId: number }) {
  const [query] = useSearchParams();
  return (
    <nav aria-label="Earlier versions">
      <ol>
        {revisions.map(({ id, date, post_title, user, size }) => (
          <li key={id}>
            <Link
              to={`?${new URLSearchParams({ ...Object.fromEntries(query), version: String(id) })}`}
              preventScrollReset
              aria-current={id === chosenId ? 'true' : undefined}
            >
              <FormattedDate date={date} style="full" />
              <span>{post_title || 'Untitled'}</span>
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

function Chosen({ post, chosen }: { post: Post; chosen: FullRevision }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { notify, reportError } = useNotices();
  const restore = async () => {
    const sure = await confirm({
      title: 'Restore this version?',
      text: 'It becomes the text of the post. What the post says now stays here as an earlier version.',
      action: 'Restore',
    });
    if (!sure) return;
    try {
      await adminApi.restoreRevision(post.id, chosen.id);
      notify('The earlier version was restored.');
      await navigate(urls.editPost(post.id));
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <section aria-label="What changed since">
      <h2>
        What changed since <FormattedDate date={chosen.date} style="full" />
      </h2>
      <Difference before={words(chosen)} after={words(post)} />
      <p className="actions">
        <button type="button" onClick={() => void restore()}>
          Restore this version
        </button>
      </p>
    </section>
  );
}
