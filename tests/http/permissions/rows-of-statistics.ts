import { at, closed, type Row } from './prepare.ts';

const path = '/api/admin/statistics';

export const rowsOfStatistics: Record<string, Row> = {
  'GET /api/admin/statistics': closed(200, at(path)),
  'PUT /api/admin/statistics/settings': closed(200, () => ({
    path: `${path}/settings`,
    body: { isOn: true },
  })),
  'GET /api/admin/statistics/lists': closed(200, at(`${path}/lists`)),
  'GET /api/admin/statistics/sparklines': closed(200, at(`${path}/sparklines?ids=1,2`)),
  'GET /api/admin/statistics/posts/:id': closed(200, async (site) => ({
    path: `${path}/posts/${(await site.createPost()).id}`,
  })),
  'GET /api/admin/statistics/files/:file/:period': closed(200, at(`${path}/files/days/7`)),
};
