import { useRouteLoaderData } from 'react-router';
import type { PublicSite } from '../../contract/site.ts';

/** The settings of the site, for every screen below the root. */
export const useSite = (): PublicSite => (useRouteLoaderData('root') as { site: PublicSite }).site;
