import type { ReactNode } from 'react';
import type { PublicSite } from '../../contract/site.ts';
import { messagesIn } from '../../messages/reader/catalogs.ts';
import { MessagesContext } from '../messages.ts';
import { DateFormat } from '../ui/date.tsx';
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
