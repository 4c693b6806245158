import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { urls } from '../../contract/urls.ts';
import { apiContext } from '../api.ts';
import { found } from '../found.ts';
import { PostBody } from './post-body.tsx';
import { PostHead } from './post-head.tsx';
import { mainImage, titleOf } from './post-parts.tsx';
import { useSite } from './use-site.ts';

/** A post that is not public yet, for whoever was given the link. Once it is public, the link leads there. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const post = await found(context.get(apiContext).preview(params.token ?? ''));
  if (post.active === 1) throw redirect(urls.post(post.post_title_web));
  return post;
}

export function Component() {
  const post = useLoaderData<typeof loader>();
  const { site_name } = useSite();
  return (
    <article className="post">
      <title>{`Preview: ${titleOf(post)} · ${site_name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="inactive-banner" role="note">
        <strong>Preview</strong> This post is not public yet. Please keep the link to yourself.
      </p>
      <PostHead post={post} image={mainImage(post)} />
      <div className="post-columns">
        <div className="post-main">
          <PostBody post={post} />
        </div>
      </div>
    </article>
  );
}
