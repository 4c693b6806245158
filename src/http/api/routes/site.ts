import { z } from 'zod';
import * as site from '../../../blog/site/site.ts';
import { Problem } from '../../../contract/errors.ts';
import {
  announcement,
  announcementChange,
  overview,
  publicSite,
  siteChange,
  siteSettings,
} from '../../../contract/site.ts';
import { idNumeral } from '../../../contract/text.ts';
import { route } from '../route.ts';

const byId = z.object({ id: idNumeral });

function onlyTheFirst(id: number): void {
  if (id !== 1) throw new Problem('not_found', 'There is no such announcement.');
}

export const siteRoutes = [
  route('GET', '/tasks/:id', 'The announcement (id 1); empty for visitors while it is inactive', {
    access: 'public',
    params: byId,
    answer: announcement,
    handle: async ({ blog, viewer, params }) => {
      onlyTheFirst(params.id);
      return site.announcementFor(blog, viewer);
    },
  }),
  route('PUT', '/tasks/:id', 'Change the announcement; what is not sent stays', {
    params: byId,
    body: announcementChange,
    answer: announcement,
    handle: async ({ blog, params, body }) => {
      onlyTheFirst(params.id);
      return site.changeAnnouncement(blog, body);
    },
  }),
  route('GET', '/api/site', 'What everybody may know of the site', {
    access: 'public',
    answer: publicSite,
    handle: async ({ blog }) => ({ ...(await site.readSite(blog)), site_url: blog.siteUrl() }),
  }),
  route('GET', '/api/admin/site', 'Site settings', {
    answer: siteSettings,
    handle: ({ blog }) => site.readSite(blog),
  }),
  route('PUT', '/api/admin/site', 'Change site settings; what is not sent stays', {
    body: siteChange,
    answer: siteSettings,
    handle: ({ blog, body }) => site.changeSite(blog, body),
  }),
  route('GET', '/api/admin/overview', 'Counts, pending work, recent activity', {
    answer: overview,
    handle: ({ blog }) => site.overview(blog),
  }),
];
