import { Problem } from '../../../contract/errors.ts';
import type { Image } from '../../../contract/images.ts';
import { urls } from '../../../contract/urls.ts';
import { uploadCanceled } from '../../../messages/owner.ts';
import { serverError } from '../../../messages/reader.ts';
import { call, csrfToken, responseProblem } from '../../fetch-json.ts';

/** Uploads one image. XMLHttpRequest, because fetch doesn't report upload progress. */
export async function uploadImage(
  postId: number,
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Image> {
  const form = new FormData();
  form.set('post_id', String(postId));
  form.set('cover', file);
  const token = await csrfToken();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${urls.api}/api/image`);
    request.setRequestHeader('x-xsrf-token', token);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const [image] = request.status === 201 ? (request.response as [Image]) : [];
      if (image) resolve(image);
      else {
        const { status, response: body } = request;
        reject(responseProblem(`POST /api/image (${file.name})`, { status, body }));
      }
    };
    request.onerror = () => reject(new Problem('unavailable', serverError));
    request.onabort = () => reject(new DOMException(uploadCanceled, 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** Lets the server fetch an image of another site. */
export async function fetchImage(postId: number, url: URL, signal: AbortSignal): Promise<Image> {
  const body = { post_id: postId, url: url.href };
  return (await call('POST', '/api/admin/image/fetch', body, { signal })).body as Image;
}
