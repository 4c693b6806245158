import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { Copy } from './copy-context.ts';

/** What a feature adds to public pages. */
export type PageSlots<Site> = {
  /** Of the feature. */
  name: string;
  /** Wraps the document in what the feature's other parts depend on. */
  provide?(document: ReactNode, visit: { site: Site; copy: Copy | null; signedIn: boolean }): ReactNode;
  siteFooter?: ComponentType<{ path: string }>;
  /** Links of the home page to what programs look for there, in its head and as a header. */
  links?(site: Site): readonly { rel: string; href: string }[];
};

type Shown = Pick<PageSlots<never>, 'name' | 'siteFooter'>;

export const SlotsContext = createContext<readonly Shown[]>([]);

export const FooterParts = ({ path }: { path: string }) =>
  use(SlotsContext).map(({ name, siteFooter: Part }) => Part && <Part key={name} path={path} />);
