import { urls } from '../../../platform/http/urls.ts';
import { call } from '../../../platform/web/fetch-json.ts';
import type { ExportKind, SiteExport } from '../api.ts';

const exports = '/api/admin/exports';

/** The calls of the screen Export, apart from those of the other screens, which would have to load them. */
export const exportApi = {
  exports: async () => (await call('GET', exports)).body as SiteExport[],
  make: (kind: ExportKind) => call('POST', exports, { kind }),
  remove: (id: SiteExport['id']) => call('DELETE', `${exports}/${id}`),
  file: (id: SiteExport['id']): string => `${urls.api}${exports}/${id}/file`,
};
