import { createContext, use } from 'react';
import type { IslandMessages, Messages } from './messages/types.ts';

/** All texts, for pages that the server renders and for the frame of the admin area. */
export const MessagesContext = createContext<Messages | null>(null);

/** Texts for components that only the server renders. Browsers do not have them: islands use useIslandMessages. */
export function useMessages(): Messages {
  const messages = use(MessagesContext);
  if (!messages) throw new Error('useMessages needs a MessagesContext around it.');
  return messages;
}

let downloaded: IslandMessages;

/** Must be called before islands are hydrated, with the texts in the language of the document. */
export function provideIslandMessages(messages: IslandMessages): void {
  downloaded = messages;
}

/** The downloaded texts, for scripts of islands that are not components. */
export const islandMessages = (): IslandMessages => downloaded;

/** Texts for islands, and for components that islands render too. */
export const useIslandMessages = (): IslandMessages =>
  import.meta.env.SSR ? (use(MessagesContext) as Messages) : downloaded;
