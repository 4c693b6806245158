import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { changedPhoto, profile, profileChange } from '../api/profiles.ts';
import * as profiles from '../profiles/profiles.ts';

const byId = z.object({ id: idNumeral });

export const profileRoutes = [
  route('GET', '/api/admin/profiles', 'The profiles of all authors, former ones included', {
    response: z.array(profile),
    handle: ({ blog, viewer }) => profiles.listProfiles(blog, viewer),
  }),
  route('GET', '/api/admin/profile', 'Your author profile', {
    response: profile,
    handle: ({ blog, viewer }) => profiles.profileOf(blog, viewer, profiles.ownId(viewer)),
  }),
  route('PUT', '/api/admin/profile', 'Change your author profile; fields that are not sent stay unchanged', {
    body: profileChange,
    response: profile,
    handle: ({ blog, viewer, body }) => profiles.changeProfile(blog, viewer, profiles.ownId(viewer), body),
  }),
  route('GET', '/api/admin/users/:id/profile', 'The profile of an author', {
    params: byId,
    response: profile,
    handle: ({ blog, viewer, params }) => profiles.profileOf(blog, viewer, params.id),
  }),
  route('PUT', '/api/admin/users/:id/profile', 'Change the profile of an author', {
    params: byId,
    body: profileChange,
    response: profile,
    handle: ({ blog, viewer, params, body }) => profiles.changeProfile(blog, viewer, params.id, body),
  }),
  route('POST', '/api/admin/users/:id/profile/photo', 'Upload the photo of an author (file field "image")', {
    params: byId,
    uploadField: 'image',
    response: changedPhoto,
    handle: ({ blog, viewer, params, upload }) => profiles.uploadPhoto(blog, viewer, params.id, upload),
  }),
  route('DELETE', '/api/admin/users/:id/profile/photo', 'Remove the photo of an author', {
    params: byId,
    response: changedPhoto,
    handle: ({ blog, viewer, params }) => profiles.removePhoto(blog, viewer, params.id),
  }),
];
