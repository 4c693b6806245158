import type { PublicSite } from '../../../core/site/api/site.ts';
import type { AdminModule } from '../../../platform/admin/module.ts';
import { mailOf } from '../api/public-mail.ts';

export const mailAdmin: AdminModule<PublicSite> = {
  name: 'mail',
  isOn: (site) => mailOf(site).isOn,
  screens: [
    { path: 'subscribers', lazy: () => import('./subscribers-screen.tsx') },
    { path: 'newsletters', lazy: () => import('./newsletters-screen.tsx') },
    { path: 'newsletters/:id', lazy: () => import('./newsletter-screen.tsx') },
    { path: 'settings/mail', lazy: () => import('./setup/screen.tsx') },
  ],
  work: [
    { kind: 'subscriber-import', name: 'Import of subscribers', path: 'subscribers' },
    { kind: 'newsletter', name: 'Preparing a newsletter', path: 'newsletters', isQuiet: true },
    { kind: 'mail', name: 'Sending mails', path: 'newsletters', isQuiet: true },
  ],
  links: [
    { group: 'Audience', place: 20, path: 'subscribers', name: 'Subscribers', help: 'newsletter' },
    { group: 'Audience', place: 30, path: 'newsletters', name: 'Newsletters', help: 'newsletter' },
    {
      group: 'Settings',
      place: 60,
      path: 'settings/mail',
      name: 'Mail',
      help: 'sending-mail',
      keywords: 'smtp server email test sender dkim spf dmarc',
      settings: async () => Object.values((await import('./setup/fields.ts')).mailFields),
    },
  ],
};
