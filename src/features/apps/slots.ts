import type { PublicSite } from '../../core/site/api/site.ts';
import type { PageSlots } from '../../platform/web/slots.tsx';
import type { AppsSwitch } from './api.ts';
import { appUrls } from './urls.ts';

/** What apps look for on the home page. */
export const appSlots: PageSlots<PublicSite> = {
  name: 'apps',
  links: (site) => {
    const { apps } = site as PublicSite & { apps?: AppsSwitch };
    if (!apps?.micropub) return [];
    const link = (rel: string, path: string) => ({ rel, href: site.site_url + path });
    return [
      link('micropub', appUrls.micropub),
      link('authorization_endpoint', appUrls.authorize),
      link('token_endpoint', appUrls.token),
      link('indieauth-metadata', appUrls.serverMetadata),
    ];
  },
};
