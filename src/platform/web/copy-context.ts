import { createContext, use } from 'react';

/** Whether the page is written into a static copy of the site, where nothing answers forms, searches and calls of the API. */
export const CopyContext = createContext(false);
export const useIsCopy = (): boolean => use(CopyContext);
