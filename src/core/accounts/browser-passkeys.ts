import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { Problem } from '../../platform/http/problem.ts';
import { call } from '../../platform/web/fetch-json.ts';
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

export async function authenticateWithPasskey(
  optionsPath: string,
  messages: SignInMessages,
): Promise<unknown> {
  const { body } = await call('POST', optionsPath, {});
  return explained(messages, () => startAuthentication({ optionsJSON: body as AuthenticationOptions }));
}

export async function registerPasskey(optionsPath: string, messages: SignInMessages): Promise<unknown> {
  const { body } = await call('POST', optionsPath, {});
  return explained(messages, () => startRegistration({ optionsJSON: body as RegistrationOptions }));
}

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
