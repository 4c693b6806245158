import type { Page } from '../../../platform/admin/data/admin-api.ts';
import { call } from '../../../platform/web/fetch-json.ts';
import type { ImportImage } from '../api/images.ts';
import type { ImportItem, ImportRecord } from '../api/imports.ts';
import type { ImportUpload, NewImportUpload } from '../api/uploads.ts';

const request = async <Body>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Body> => (await call(method, path, body, signal ? { signal } : {})).body as Body;

const imports = '/api/admin/imports';
const uploads = `${imports}/uploads`;

/** The calls of the screens of imports, apart from those of the other screens, which would have to load them. */
export const importApi = {
  imports: () => request<ImportRecord[]>('GET', imports),
  importOf: (id: number) => request<ImportRecord>('GET', `${imports}/${id}`),
  items: async (id: number, query: Record<string, string | number>): Promise<Page<ImportItem>> => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== '') search.set(name, String(value));
    const { body, headers } = await call('GET', `${imports}/${id}/items?${search}`);
    return { items: body as ImportItem[], total: Number(headers.get('x-total-count')) };
  },
  images: async (id: number, state: ImportImage['state']): Promise<Page<ImportImage>> => {
    const { body, headers } = await call('GET', `${imports}/${id}/images?state=${state}`);
    return { items: body as ImportImage[], total: Number(headers.get('x-total-count')) };
  },
  tryImport: (upload: string) => request<ImportRecord>('POST', imports, { upload, dry_run: true }),
  start: (id: number) => request<ImportRecord>('POST', `${imports}/${id}/start`, {}),
  cancel: (id: number) => request<ImportRecord>('POST', `${imports}/${id}/cancel`, {}),
  undo: (id: number) => request<ImportRecord>('POST', `${imports}/${id}/undo`, {}),

  uploads: () => request<ImportUpload[]>('GET', uploads),
  beginUpload: (file: NewImportUpload) => request<ImportUpload>('POST', uploads, file),
  uploadState: (id: string) => request<ImportUpload>('GET', `${uploads}/${id}`),
  sendChunk: (id: string, offset: number, bytes: Blob, signal: AbortSignal) =>
    request<ImportUpload>('PUT', `${uploads}/${id}?offset=${offset}`, bytes, signal),
  finishUpload: (id: string) => request<ImportUpload>('POST', `${uploads}/${id}/finish`, {}),
  abandonUpload: (id: string) => request('DELETE', `${uploads}/${id}`),
};
