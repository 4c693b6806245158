import { createContext, use } from 'react';
import type { IslandMessages, Messages, SharedMessages } from './messages/types.ts';

/** All texts for pages, which the server renders; for the admin area those that it shares with them. */
export const MessagesContext = createContext<SharedMessages | null>(null);

/** Texts for components that the server and the admin area render. */
export function useSharedMessages(): SharedMessages {
  const messages = use(MessagesContext);
  if (!messages) throw new Error('Texts need a MessagesContext around them.');
  return messages;
}

/** Texts for components that only the server renders. Browsers do not have them: islands use useIslandMessages. */
export const useMessages = () => useSharedMessages() as Messages;

let downloaded: IslandMessages;

/** Must be called before islands are hydrated, with the texts in the language of the document. */
export function provideIslandMessages(messages: IslandMessages): void {
  downloaded = messages;
}

/** The downloaded texts, for scripts of islands that are not components. */
export const islandMessages = (): IslandMessages => downloaded;

/** Texts for islands, and for components that islands render too. */
export const useIslandMessages = (): IslandMessages =>
  import.meta.env.SSR ? (use(MessagesContext) as SharedMessages) : downloaded;
