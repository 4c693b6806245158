import sharp from 'sharp';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Client } from './client.ts';

/** Creates a public post with a small cover image. */
export async function postWithCover(
  owner: Client,
  text: { post_title: string; post_content: string },
): Promise<{ post: Post; image: Image }> {
  const written = await owner.post<Post>('/webapi/api/posts', { ...text, active: true });
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('post_id', String(written.body.id));
  form.set('cover', new Blob([Uint8Array.from(png)], { type: 'image/png' }), 'a.png');
  const uploaded = await owner.post<Image[]>('/webapi/api/image', form);
  const [image] = uploaded.body;
  if (written.status !== 201 || uploaded.status !== 201 || !image)
    throw new Error(`The post got status ${written.status}, its image ${uploaded.status}.`);
  return { post: written.body, image };
}
