import sharp from 'sharp';
import type { Comment } from '../../../src/core/comments/api/comments.ts';
import type { Image } from '../../../src/core/images/api/images.ts';
import type { ApiSite } from '../../support/api-site.ts';
import { Authenticator } from '../../support/authenticator.ts';

export type Request = { path: string; body?: unknown };
export type Row = {
  who: 'all' | 'admin';
  status: number;
  prepare(site: ApiSite): Request | Promise<Request>;
};

export const open = (status: number, prepare: Row['prepare']): Row => ({ who: 'all', status, prepare });
export const closed = (status: number, prepare: Row['prepare']): Row => ({ who: 'admin', status, prepare });
export const at =
  (path: string, body?: unknown): Row['prepare'] =>
  () => ({ path, body });
export const onPost =
  (path: (id: number) => string, body?: unknown): Row['prepare'] =>
  async (site) => ({ path: path((await site.createPost()).id), body });

let names = 0;
export const newName = () => `name${++names}`;
export const newCategory = async ({ admin }: ApiSite) =>
  (await admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: newName() })).body.id;
export const newComment = async (site: ApiSite) => {
  const { id } = await site.createPost();
  const path = `/webapi/api/posts/comment/${id}`;
  return (await site.admin.post<Comment>(path, { comment_text: 'A comment' })).body.id;
};
export const newUser = async ({ admin }: ApiSite) =>
  (
    await admin.post<{ id: number }>('/webapi/api/admin/users', {
      username: newName(),
      password: 'long enough for it',
    })
  ).body.id;
export const png = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c8102e' } })
  .png()
  .toBuffer();
export const upload = async (site: ApiSite, field: string) => {
  const form = new FormData();
  form.set('post_id', String((await site.createPost()).id));
  form.set(field, new Blob([new Uint8Array(await png)]), 'image.png');
  return form;
};
export const newImage = async (site: ApiSite) => {
  const { body } = await site.admin.post<Image[]>('/webapi/api/image', await upload(site, 'cover'));
  return body[0] as Image;
};
export const deletedImage = async (site: ApiSite) => {
  const { id, post_id } = await newImage(site);
  await site.admin.delete(`/webapi/api/assoc/postimage/${post_id}/${id}`);
  return id;
};
export const uploadTo = (path: string, field: string) =>
  closed(201, async (site) => ({ path, body: await upload(site, field) }));
export const tagged = async (site: ApiSite) => {
  const { id } = await site.createPost();
  return (await site.admin.post<{ id: number }>(`/webapi/api/tag/${id}/${newName()}`)).body.id;
};

export const newRevision = async (site: ApiSite) => {
  const { id } = await site.createPost();
  await site.admin.put(`/webapi/api/posts/${id}`, { post_title: newName() });
  const { body } = await site.admin.get<{ id: number }[]>(`/webapi/api/admin/posts/${id}/revisions`);
  return `/api/admin/posts/${id}/revisions/${body[0]?.id}`;
};
export const newPreview = async (site: ApiSite) => {
  const post = (await site.createPost()).id;
  const path = `/webapi/api/admin/posts/${post}/previews`;
  return { post, ...(await site.admin.post<{ id: number; url: string }>(path, {})).body };
};

export const passkeyRegistration = async (site: ApiSite) => {
  const options = await site.admin.post<Parameters<Authenticator['create']>[0]>(
    '/webapi/api/admin/passkeys/new/options',
  );
  return { name: newName(), passkey: new Authenticator(site.blog.siteUrl()).create(options.body) };
};
export const newPasskey = async (site: ApiSite) =>
  (await site.admin.post<{ id: number }>('/webapi/api/admin/passkeys', await passkeyRegistration(site))).body
    .id;
export const unknownPasskey = (site: ApiSite) =>
  new Authenticator(site.blog.siteUrl()).get({ challenge: 'unasked', rpId: 'localhost' });

/** Access to each route. It repeats the route table on purpose, so that a mistake there fails a test. */
