import { openUnsaved } from '../../../platform/admin/drafts/unsaved.ts';
import { accountCalls } from './calls.ts';

async function signedIn(): Promise<{ id: number; username: string }> {
  const you = (await accountCalls.users()).find((user) => user.you);
  return { id: you?.id ?? 0, username: you?.username ?? '' };
}

/** Loads the drafts of the signed-in user. */
export const openDrafts = (): Promise<number> => openUnsaved(signedIn);
