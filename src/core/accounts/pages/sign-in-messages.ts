import { useMemo } from 'react';
import * as english from '../../../platform/web/messages/en/sign-in.ts';
import type { SignInMessages } from '../../../platform/web/messages/types.ts';
import { useSharedMessages } from '../../../platform/web/messages.ts';
import { useSite } from '../../site/pages/site-context.ts';

const names = Object.keys(english) as (keyof typeof english)[];

/** The texts of the sign-in form, as props that can be sent as JSON. */
export function useSignInMessages(): SignInMessages {
  const messages = useSharedMessages();
  const { site_url } = useSite();
  return useMemo(() => {
    const texts = Object.fromEntries(names.map((name) => [name, messages[name]]));
    return { ...texts, passkeysOtherUrl: messages.passkeysOtherUrl(site_url) } as SignInMessages;
  }, [messages, site_url]);
}
