import { redirect } from 'react-router';
import type { AdminModule } from '../../../platform/admin/module.ts';
import { urls } from '../../../platform/http/urls.ts';

const sections = () => import('./settings/site-sections.tsx');
const fields = () => import('./settings/fields.ts');

export const siteAdmin: AdminModule = {
  name: 'site',
  screens: [
    {
      path: 'settings',
      lazy: async () => {
        const { siteLoader, SiteSection } = await sections();
        return { loader: siteLoader, Component: SiteSection };
      },
    },
    {
      path: 'settings/language',
      lazy: async () => {
        const { siteLoader, LanguageSection } = await sections();
        return { loader: siteLoader, Component: LanguageSection };
      },
    },
    {
      path: 'settings/writing',
      lazy: async () => {
        const { siteLoader, WritingSection } = await sections();
        return { loader: siteLoader, Component: WritingSection };
      },
    },
    {
      path: 'settings/announcement',
      lazy: async () => {
        const { announcementLoader, AnnouncementSection } = await sections();
        return { loader: announcementLoader, Component: AnnouncementSection };
      },
    },
    { path: 'design', lazy: () => import('./settings/appearance-screen.tsx') },
    { path: 'design/footer', lazy: () => import('./settings/footer-screen.tsx') },
    { path: 'activity', lazy: () => import('./settings/activity-screen.tsx') },
    { path: 'version', lazy: () => import('./settings/version-screen.tsx') },
    // Its URL before it was part of the design.
    { path: 'settings/appearance', loader: () => redirect(`${urls.admin}/design`) },
  ],
  commands: [{ name: 'View site', keywords: 'blog readers home', path: urls.home }],
  groups: [
    { name: 'Audience', place: 40 },
    { name: 'Design', place: 50 },
    { name: 'Settings', place: 60 },
  ],
  links: [
    {
      group: 'Design',
      place: 10,
      path: 'design',
      name: 'Appearance',
      help: 'look',
      keywords: 'theme font dark css',
      settings: async () => Object.values((await fields()).appearanceFields),
    },
    {
      group: 'Design',
      place: 40,
      path: 'design/footer',
      name: 'Footer',
      help: 'look',
      keywords: 'contact',
      settings: async () => Object.values((await fields()).footerFields),
    },
    {
      group: 'Settings',
      place: 10,
      path: 'settings',
      name: 'Site',
      help: 'look',
      keywords: 'title seo',
      settings: async () => Object.values((await fields()).siteFields),
    },
    {
      group: 'Settings',
      place: 20,
      path: 'settings/language',
      name: 'Language',
      help: 'languages',
      keywords: 'locale timezone translation',
      settings: async () => Object.values((await fields()).languageFields),
    },
    {
      group: 'Settings',
      place: 30,
      path: 'settings/writing',
      name: 'Writing',
      help: 'writing',
      keywords: 'permalink slug url',
      settings: async () => Object.values((await fields()).writingFields),
    },
    {
      group: 'Settings',
      place: 40,
      path: 'settings/announcement',
      name: 'Announcement',
      help: 'look',
      keywords: 'banner notice',
      settings: async () => Object.values((await fields()).announcementFields),
    },
    {
      group: 'Settings',
      place: 130,
      path: 'activity',
      name: 'Activity',
      help: 'authors',
      keywords: 'log audit',
    },
    {
      group: 'Settings',
      place: 140,
      path: 'version',
      name: 'Version',
      help: 'upgrading',
      keywords: 'update changelog',
    },
  ],
};
