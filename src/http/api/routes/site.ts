import { z } from 'zod';
import { changeMenu, menuForOwner } from '../../../blog/site/menu.ts';
import * as site from '../../../blog/site/site.ts';
import { Problem } from '../../../contract/errors.ts';
import { menu, menuChange } from '../../../contract/menu.ts';
import {
  announcement,
  announcementChange,
  overview,
  publicSite,
  siteChange,
  siteSettings,
} from '../../../contract/site.ts';
import { idNumeral } from '../../../contract/text.ts';
import { noSuchAnnouncement } from '../../../messages/owner.ts';
import { route } from '../route.ts';

const byId = z.object({ id: idNumeral });

function requireFirst(id: number): void {
  if (id !== 1) throw new Problem('not_found', noSuchAnnouncement);
}

export const siteRoutes = [
  route('GET', '/tasks/:id', 'The announcement (id 1); empty for visitors while it is inactive', {
    access: 'public',
    params: byId,
    response: announcement,
    handle: async ({ blog, viewer, params }) => {
      requireFirst(params.id);
      return site.announcementFor(blog, viewer);
    },
  }),
  route('PUT', '/tasks/:id', 'Change the announcement; fields that are not sent stay unchanged', {
    params: byId,
    body: announcementChange,
    response: announcement,
    handle: async ({ blog, params, body }) => {
      requireFirst(params.id);
      return site.changeAnnouncement(blog, body);
    },
  }),
  route('GET', '/api/site', 'Public site settings', {
    access: 'public',
    response: publicSite,
    handle: async ({ blog }) => ({ ...(await site.readSite(blog)), site_url: blog.siteUrl() }),
  }),
  route('GET', '/api/admin/site', 'Site settings', {
    response: siteSettings,
    handle: ({ blog }) => site.readSite(blog),
  }),
  route('PUT', '/api/admin/site', 'Change site settings; fields that are not sent stay unchanged', {
    body: siteChange,
    response: siteSettings,
    handle: ({ blog, body }) => site.changeSite(blog, body),
  }),
  route('GET', '/api/admin/menu', 'The menu of header and footer, with what each entry leads to', {
    response: menu,
    handle: ({ blog }) => menuForOwner(blog),
  }),
  route('PUT', '/api/admin/menu', 'Replace the menu; 409 if it was changed since the version sent', {
    body: menuChange,
    response: menu,
    handle: ({ blog, body }) => changeMenu(blog, body),
  }),
  route('GET', '/api/admin/overview', 'Counts, pending work and recent activity', {
    response: overview,
    handle: ({ blog }) => site.overview(blog),
  }),
];
