import { type LoaderFunctionArgs, redirect } from 'react-router';
import { urls } from '../../contract/urls.ts';
import { apiContext } from '../api.ts';
import { found, gone, notFound } from '../found.ts';

/** /post?name={id}, the address of 'Direct Link', leads to the post's own address. */
export async function directLinkLoader({ request, context }: LoaderFunctionArgs) {
  const name = new URL(request.url).searchParams.get('name') ?? '';
  if (!/^[1-9]\d{0,9}$/.test(name)) throw notFound();
  const { post_title_web } = await found(context.get(apiContext).address({ post: Number(name) }));
  if (post_title_web === null) throw gone();
  return redirect(urls.post(post_title_web), 301);
}
