import type { MediaAttributes } from '../../../content/editor/schema/media.ts';
import type { Media } from '../api/media.ts';
import { uploadFile } from './upload-image.ts';

/** Uploads an audio or video file. A video needs its size in the text, so that pages do not jump while it loads. */
export async function uploadRecording(
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<MediaAttributes> {
  const form = new FormData();
  form.set('media', file);
  const { kind, file_path } = await uploadFile<Media>(
    '/api/admin/media',
    form,
    file.name,
    onProgress,
    signal,
  );
  const size = kind === 'video' ? await sizeOf(file_path) : { width: null, height: null };
  return { kind, src: file_path, ...size };
}

const maxMs = 10_000;

/** Null for a video whose size the browser does not find out. */
function sizeOf(src: string): Promise<{ width: number | null; height: number | null }> {
  const video = document.createElement('video');
  video.preload = 'metadata';
  return new Promise((resolve) => {
    const found = () => {
      resolve({ width: video.videoWidth || null, height: video.videoHeight || null });
      video.removeAttribute('src');
    };
    video.onloadedmetadata = found;
    video.onerror = found;
    setTimeout(found, maxMs);
    video.src = src;
  });
}
