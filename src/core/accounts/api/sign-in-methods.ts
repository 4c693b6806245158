import { z } from 'zod';
import { date, id, text } from '../../../platform/http/api/text.ts';
import { base64urlExpected, passwordOrPasskeyExpected } from '../messages.ts';

export const maxPasskeyNameLength = 50;
export const maxPasskeys = 20;
export const recoveryCodeCount = 10;

export const passkey = z
  .object({
    id,
    name: z.string(),
    date_added: date,
    last_used: date.nullable(),
    /** Whether it is synchronized to other devices. */
    synced: z.boolean(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** The sign-in methods of the current user. */
export const signInMethods = z
  .object({
    passkeys: z.array(passkey),
    /** Why passkeys cannot be used with the SITE_URL of this site; null when they can. */
    passkeys_problem: z.string().nullable(),
    second_factor: z.boolean(),
    recovery_codes_left: z.int(),
  })
  .meta({ id: 'SignInMethods' });
export type SignInMethods = z.infer<typeof signInMethods>;

export const secondFactorChange = z.object({ on: z.boolean() });
export const recoveryCodes = z.object({ codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/, base64urlExpected);
const credentialId = bytes(1400).min(1);

/** Common to registration and authentication; the rest is checked during verification. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

export const newPasskey = z.object({
  name: text(maxPasskeyNameLength).transform((name) => name.trim() || 'Passkey'),
  passkey: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(40_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** Options for the browser's WebAuthn functions. */
export const passkeyRequest = z
  .looseObject({ challenge: z.string(), rpId: z.string() })
  .meta({ id: 'PasskeyRequest' });
export const passkeyCreation = z
  .looseObject({ challenge: z.string(), rp: z.looseObject({ id: z.string() }) })
  .meta({ id: 'PasskeyCreation' });

export const passkeySignIn = z.object({ passkey: passkeyAssertion });
export const recoveryCodeSignIn = z.object({ code: text(100) });

export const reauthentication = z
  .object({ password: z.string().max(1000).optional(), passkey: passkeyAssertion.optional() })
  .refine(
    ({ password, passkey }) => (password === undefined) !== (passkey === undefined),
    passwordOrPasskeyExpected,
  );
export const reauthenticated = z.object({ status: z.literal('success') }).meta({ id: 'Confirmed' });
