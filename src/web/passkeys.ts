import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { Problem } from '../contract/errors.ts';
import { call } from './fetch-json.ts';

type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Wanted = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Why this browser cannot use passkeys on this page; null when it can. */
export function passkeysUnavailable(siteUrl: string): string | null {
  if (!window.isSecureContext) return 'Passkeys need https: this page was opened without it.';
  if (!browserSupportsWebAuthn()) return 'This browser cannot use passkeys.';
  if (location.origin !== siteUrl) return `Passkeys of this site work at ${siteUrl} only.`;
  return null;
}

/** Lets the person show a passkey, as the call for options asks. */
export async function authenticateWithPasskey(optionsPath: string): Promise<unknown> {
  const { body } = await call('POST', optionsPath, {});
  return inPlainWords(() => startAuthentication({ optionsJSON: body as Asked }));
}

/** Lets the person make a passkey. */
export async function registerPasskey(optionsPath: string): Promise<unknown> {
  const { body } = await call('POST', optionsPath, {});
  return inPlainWords(() => startRegistration({ optionsJSON: body as Wanted }));
}

async function inPlainWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Problem('invalid', wordsFor(error), { cause: error });
  }
}

function wordsFor(error: unknown): string {
  const { name } =
    error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : (error as Error);
  if (name === 'InvalidStateError') return 'There is a passkey for this site on this device already.';
  if (name === 'SecurityError') return 'This is not the address that the passkeys of this site are for.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used: it was cancelled, took too long, or there is none for this site here.';
  return 'The passkey did not work. Please try again.';
}
