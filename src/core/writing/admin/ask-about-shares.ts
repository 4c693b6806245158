import { createContext, use } from 'react';

export type AskAboutShares = (postId: number, action: 'update' | 'delete') => Promise<void>;

export const AskAboutSharesContext = createContext<AskAboutShares>(async () => {});

/** Asks whether a post is also changed or deleted where it was shared, and does it. Resolves when the owner is done. */
export const useAskAboutShares = (): AskAboutShares => use(AskAboutSharesContext);
