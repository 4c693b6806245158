import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext } from '../api.ts';
import { found, notFound } from '../found.ts';
import { htmlAttribute } from '../page-data.ts';

export async function postLoader({ params, context }: LoaderFunctionArgs) {
  const post = await found(context.get(apiContext).post(params.title ?? ''));
  return { post };
}

export async function postAction(_: ActionFunctionArgs) {
  throw notFound();
}

export function PostPage() {
  const { post } = useLoaderData<typeof postLoader>();
  return (
    <article>
      <title>{post.post_title || 'Untitled'}</title>
      <meta name="description" content={post.description} />
      <h1>{post.post_title || 'Untitled'}</h1>
      <div
        {...{ [htmlAttribute]: post.id }}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
        dangerouslySetInnerHTML={{ __html: post.post_content_shown ?? post.post_content }}
      />
    </article>
  );
}
