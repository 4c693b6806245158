import type { ReactNode } from 'react';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import { MessagesContext } from '../../../platform/web/messages.ts';
import { DateFormat } from '../../../platform/web/ui/date.tsx';
import type { PublicSite } from '../api/site.ts';
import { SiteContext } from './site-context.ts';
import { siteDates } from './site-dates.ts';

type Props = { site: PublicSite; language: string; timeZone: string; children: ReactNode };

/** What components of a page need to know about the site: settings, texts in its language, dates in its time zone. */
export const SiteProviders = ({ site, language, timeZone, children }: Props) => (
  <SiteContext value={site}>
    <DateFormat value={siteDates(language, timeZone)}>
      <MessagesContext value={messagesIn(language)}>{children}</MessagesContext>
    </DateFormat>
  </SiteContext>
);
