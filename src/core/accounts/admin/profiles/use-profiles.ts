import { useEffect, useState } from 'react';
import { t } from '../../../../platform/messages/translate.ts';
import type { Profile } from '../../api/profiles.ts';
import { accountCalls } from '../calls.ts';

/** The profiles of all authors; none until they are loaded, and where they cannot be loaded. */
export function useProfiles(): readonly Profile[] {
  const [profiles, setProfiles] = useState<readonly Profile[]>([]);
  useEffect(() => {
    let isCurrent = true;
    accountCalls.profiles().then(
      (loaded) => isCurrent && setProfiles(loaded),
      // The choice of an author is an offer; the form works without it.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return profiles;
}

export const nameOfProfile = ({ display_name, username }: Profile): string =>
  display_name && username && display_name !== username
    ? `${display_name} (${username})`
    : display_name || username || t('Former administrator');

/** Authors to choose from: administrators, and former ones who are chosen already. */
export const choices = (profiles: readonly Profile[], chosen: number | null): Profile[] =>
  profiles.filter(({ id, username }) => username !== null || id === chosen);
