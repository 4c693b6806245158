import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { Problem } from '../../platform/http/problem.ts';
import type { SignInMessages } from '../../platform/web/messages/types.ts';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Why passkeys cannot be used in this browser on this page; null when they can. */
export function passkeysUnavailable(siteUrl: string, messages: SignInMessages): string | null {
  if (!window.isSecureContext) return messages.passkeysNeedHttps;
  if (!browserSupportsWebAuthn()) return messages.passkeysNotSupported;
  if (location.origin !== siteUrl) return messages.passkeysOtherUrl;
  return null;
}

export async function authenticateWithPasskey(options: () => Promise<unknown>, messages: SignInMessages) {
  const optionsJSON = (await options()) as AuthenticationOptions;
  return explained(messages, async () => plain(await startAuthentication({ optionsJSON })));
}

export async function registerPasskey(options: () => Promise<unknown>, messages: SignInMessages) {
  const optionsJSON = (await options()) as RegistrationOptions;
  return explained(messages, async () => plain(await startRegistration({ optionsJSON })));
}

/** As JSON has it. */
const plain = <Result extends { clientExtensionResults: object }>(result: Result) => ({
  ...result,
  clientExtensionResults: { ...result.clientExtensionResults } as Record<string, unknown>,
});

async function explained<Result>(messages: SignInMessages, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Problem('invalid', messageFor(error, messages), { cause: error });
  }
}

function messageFor(error: unknown, messages: SignInMessages): string {
  const { name } =
    error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : (error as Error);
  if (name === 'InvalidStateError') return messages.passkeyExists;
  if (name === 'SecurityError') return messages.passkeyWrongSite;
  if (name === 'NotAllowedError' || name === 'AbortError') return messages.passkeyCanceled;
  return messages.passkeyFailed;
}
