import { sharedTexts } from '../../../platform/admin/language.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { csrfToken, responseProblem } from '../../../platform/web/fetch-json.ts';
import type { Image } from '../api/images.ts';
import { uploadCanceled } from '../messages.ts';

/** Uploads one image. */
export async function uploadImage(
  postId: number,
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Image> {
  const form = new FormData();
  form.set('post_id', String(postId));
  form.set('cover', file);
  const [image] = await uploadFile<[Image]>('/api/image', form, file.name, onProgress, signal);
  return image;
}

/** XMLHttpRequest, because fetch doesn't report upload progress. */
export async function uploadFile<Answer>(
  path: string,
  form: FormData,
  name: string,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const token = await csrfToken();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', urls.api + path);
    request.setRequestHeader('x-xsrf-token', token);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, response: body } = request;
      if (status === 201 && body) resolve(body);
      else reject(responseProblem(`POST ${path} (${name})`, { status, body }));
    };
    request.onerror = () => reject(new Problem('unavailable', sharedTexts().serverError));
    request.onabort = () => reject(new DOMException(uploadCanceled, 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
