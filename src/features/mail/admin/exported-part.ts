import type { PublicSite } from '../../../core/site/api/site.ts';
import { mailOf } from '../api/public-mail.ts';

export const exportedMail = (site: PublicSite): string | null =>
  mailOf(site).isOn ? 'addresses of subscribers' : null;
