import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
} from 'react-router';
import { urls } from '../../contract/urls.ts';
import { topic } from '../../rules/categories.ts';
import { type Api, apiContext } from '../api.ts';
import { found, gone, isProblem } from '../found.ts';
import { LinkButton } from '../ui/link-button.tsx';
import type { RefusedComment } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import { CommentEntry, useComments } from './comments.tsx';
import { PostBody } from './post-body.tsx';
import { PostHead } from './post-head.tsx';
import { PostMeta } from './post-meta.tsx';
import { mainImage } from './post-parts.tsx';
import { Related } from './related.tsx';
import { useSite } from './use-site.ts';
import { VoteButton, type VoteResult, voteResult } from './vote-button.tsx';

export async function postLoader({ params, context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const title = params.title ?? '';
  const post = await found(api.post(title), () => follow(api, title, new URL(request.url).search));
  const related = post.cat_path ? await api.related(topic(post.cat_path), post.id) : [];
  return {
    post,
    related: related.map(({ id, post_title, post_title_web, post_date }) => ({
      id,
      post_title,
      post_title_web,
      post_date,
    })),
  };
}

/** Under this address there is no post; perhaps there was one. */
async function follow(api: Api, title: string, search: string): Promise<never> {
  const { post_title_web } = await found(api.address({ title }));
  if (post_title_web === null) throw gone();
  throw redirect(urls.post(post_title_web) + search, 301);
}

/** Votes and comments of people without scripts: the same rules, and a page that shows what came of it. */
export async function postAction({ request, params, context }: ActionFunctionArgs) {
  const api = context.get(apiContext);
  const fields = await request.formData();
  const field = (name: string) => String(fields.get(name) ?? '');
  const post = await found(api.post(params.title ?? ''));
  const address = urls.post(post.post_title_web);
  try {
    if (field('intent') === 'vote') {
      const { outcome } = voteResult(await api.vote(post.id));
      return redirect(`${address}?voted=${outcome}#vote`, 303);
    }
    await api.comment(post.id, {
      comment_text: field('comment_text'),
      user_name: field('user_name'),
      website: field('website'),
    });
    return redirect(`${address}?commented=1#comments`, 303);
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    const refused = { error: problem.message, name: field('user_name'), text: field('comment_text') };
    return data({ intent: field('intent'), refused }, { status: problem.code === 'too_many' ? 429 : 422 });
  }
}

type Refused = { intent: string; refused: RefusedComment };

export function PostPage() {
  const { post } = useLoaderData<typeof postLoader>();
  return <PostScreen key={post.id} />;
}

function PostScreen() {
  const { post, related } = useLoaderData<typeof postLoader>();
  const refused = useActionData() as Refused | undefined;
  const query = new URLSearchParams(useLocation().search);
  const refusedComment = refused?.intent === 'comment' ? refused.refused : null;
  const state = useComments(post, {
    open: query.has('comment') || refusedComment !== null,
    sent: query.has('commented') && !refused,
  });
  const address = urls.post(post.post_title_web);
  return (
    <article className="post h-entry">
      <PostMeta site={useSite()} post={post} />
      {post.active === 0 && (
        <p className="inactive-banner" role="note">
          <strong>Inactive</strong> Only you can see this post.
        </p>
      )}
      <PostHead post={post} image={mainImage(post)} />
      <div className="post-columns">
        <div className="post-main">
          <PostBody post={post} />
          <div className="actions" id="vote">
            <VoteButton
              post={post}
              invitation="This is Terrible"
              result={votedBefore(query, post.vote_count)}
            />
            <LinkButton
              href={`${address}?comment=1#comments`}
              aria-expanded={state.open && !state.sent}
              onClick={state.toggle}
            >
              Comment
            </LinkButton>
          </div>
          {refused?.intent === 'vote' && <p className="error">{refused.refused.error}</p>}
          <section id="comments" className="comments" aria-labelledby="comments-title">
            <h2 id="comments-title">Comments</h2>
            <CommentEntry post={post} state={state} refused={refusedComment} />
            <CommentList comments={state.comments} />
          </section>
        </div>
        <Related posts={related} path={post.cat_path} />
      </div>
    </article>
  );
}

/** A vote that was sent as a plain form comes back in the address. */
function votedBefore(query: URLSearchParams, count: number): VoteResult | null {
  const outcome = query.get('voted');
  return outcome === 'counted' || outcome === 'before' ? { outcome, count } : null;
}
