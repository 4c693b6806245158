import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { newsletterRoutes } from '../routes/newsletters.ts';
import type { mailSetupRoutes } from '../routes/setup.ts';
import type { subscriberRoutes } from '../routes/subscribers.ts';
import type { mailWritingRoutes } from '../routes/writing.ts';

const { call, page, url } = callsOf<
  typeof mailSetupRoutes | typeof mailWritingRoutes | typeof subscriberRoutes | typeof newsletterRoutes
>();

const importList = call('POST', '/api/admin/mail/subscribers/import');

export const mailCalls = {
  setup: call('GET', '/api/admin/mail'),
  save: call('PUT', '/api/admin/mail'),
  test: call('POST', '/api/admin/mail/test'),
  domain: call('GET', '/api/admin/mail/domain'),
  checkDomain: call('POST', '/api/admin/mail/domain/check'),
  makeDkimKey: call('POST', '/api/admin/mail/dkim'),
  switchDkim: call('PUT', '/api/admin/mail/dkim'),

  writing: call('GET', '/api/admin/mail/writing'),
  preview: call('POST', '/api/admin/mail/preview'),
  sendTest: call('POST', '/api/admin/mail/test-post'),

  subscribers: page('/api/admin/mail/subscribers'),
  counts: call('GET', '/api/admin/mail/subscribers/counts'),
  snapshot: call('GET', '/api/admin/mail/subscribers/ids'),
  removeSubscribers: call('POST', '/api/admin/mail/subscribers/delete'),
  importList: (list: Blob | string, consent: boolean) =>
    importList(
      { consent: consent ? 'yes' : 'no' },
      { upload: new Blob([list], { type: 'application/octet-stream' }) },
    ),
  importState: call('GET', '/api/admin/mail/subscribers/import'),
  subscribersFile: url('/api/admin/mail/subscribers/file'),

  newsletters: page('/api/admin/mail/newsletters'),
  newsletter: call('GET', '/api/admin/mail/newsletters/:id'),
  deliveries: page('/api/admin/mail/newsletters/:id/deliveries'),
  cancelNewsletter: call('POST', '/api/admin/mail/newsletters/:id/cancel'),
  sendAgain: call('POST', '/api/admin/mail/newsletters/:id/retry'),
};
