import { createContext, use } from 'react';

/**
 * Pages that are written as files. `live` is the origin of the server that answers their forms, searches and calls of the API,
 * empty for that of the pages themselves; null: nothing answers them.
 */
export type Copy = { live: string | null };

/** Null for pages that the server sends. */
export const CopyContext = createContext<Copy | null>(null);
export const useIsCopy = (): boolean => use(CopyContext) !== null;
/** Whether a server answers what the page sends. */
export const useHasServer = (): boolean => hasServer(use(CopyContext));
export const hasServer = (copy: Copy | null): boolean => copy?.live !== null;
