import type { PublicSite } from '../../../core/site/api/site.ts';
import { t } from '../../../platform/messages/translate.ts';
import { mailOf } from '../api/public-mail.ts';

export const exportedMail = (site: PublicSite): string | null =>
  mailOf(site).isOn ? t('addresses of subscribers') : null;
