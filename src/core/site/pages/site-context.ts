import { createContext, use } from 'react';
import type { PublicSite } from '../api/site.ts';

export const SiteContext = createContext<PublicSite | null>(null);

export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite needs a SiteContext around it.');
  return site;
}
