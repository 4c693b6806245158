import { z } from 'zod';
import type { Blog } from '../../../platform/blog.ts';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { noSuchAnnouncement } from '../../../platform/messages/owner.ts';
import { customCss, customCssChange, customCssSource } from '../api/custom-css.ts';
import { menu, menuChange } from '../api/menu.ts';
import {
  announcement,
  announcementChange,
  overview,
  publicSite,
  siteChange,
  siteSettings,
} from '../api/site.ts';
import { changeCustomCss, checkCustomCss, readCustomCss } from '../custom-css.ts';
import { changeMenu, menuForOwner } from '../menu.ts';
import * as site from '../site.ts';

const byId = z.object({ id: idNumeral });

function requireFirst(id: number): void {
  if (id !== 1) throw new Problem('not_found', noSuchAnnouncement);
}

/** The fields of the core, and those that features add. */
function withParts<Core extends z.ZodObject>(
  core: Core,
  id: string,
  parts: readonly ({ field: string; schema: z.ZodType } | undefined)[],
): z.ZodType<z.infer<Core>> {
  const fields = parts.flatMap((part) => (part ? [[part.field, part.schema] as const] : []));
  return core.extend(Object.fromEntries(fields)).meta({ id }) as unknown as z.ZodType<z.infer<Core>>;
}

export const siteRoutes = (features: Blog['features']) => [
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
    response: withParts(
      publicSite,
      'PublicSite',
      features.map(({ settings }) => settings),
    ),
    handle: ({ blog }) => site.readPublicSite(blog),
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
  route('GET', '/api/admin/custom-css', 'The custom CSS of the public pages, and what of it was left out', {
    response: customCss,
    handle: ({ blog }) => readCustomCss(blog),
  }),
  route(
    'PUT',
    '/api/admin/custom-css',
    'Replace the custom CSS, and with it the appearance; empty removes it',
    {
      body: customCssChange,
      response: customCss,
      handle: ({ blog, body }) => changeCustomCss(blog, body.source, body.appearance),
    },
  ),
  route('POST', '/api/admin/custom-css/check', 'What of a style sheet would be sent, without saving it', {
    body: customCssSource,
    response: customCss,
    handle: ({ body }) => checkCustomCss(body.source),
  }),
  route('GET', '/api/admin/overview', 'Counts, pending work and recent activity', {
    response: withParts(
      overview,
      'Overview',
      features.map(({ overview }) => overview),
    ),
    handle: ({ blog }) => site.overview(blog),
  }),
];
