/** Texts of the sign-in form, which are among its props. Texts marked "exact" are fixed by the specification. */

// Sign-in

/** Exact. */
export const login = 'Login';
/** Exact. */
export const username = 'UserName';
/** Exact. */
export const password = 'Password';
/** Exact. */
export const cancel = 'Cancel';
/** Exact. */
export const incorrectPassword = 'incorrect password';
export const loginNeedsJavaScript = 'Please turn on JavaScript to log in.';
export const signInWithPasskey = 'Sign in with a passkey';
export const passkeyRejected = 'This passkey was not accepted. Please try again.';
export const secondFactorRejected =
  'This was not accepted, or it took too long. Please try again or start over.';
export const secondFactorNeeded = 'Your password is correct. Now use your passkey.';
export const usePasskey = 'Use your passkey';
export const startOver = 'Start over';
export const passkeyLost = "I can't use my passkey";
export const recoveryCode = 'Recovery code';
export const useRecoveryCode = 'Use this code';
export const passkeysNeedHttps = 'Passkeys need https, but this page was opened without it.';
export const passkeysNotSupported = 'This browser does not support passkeys.';
export const passkeyExists = 'This device already has a passkey for this site.';
export const passkeyWrongSite = 'Passkeys of this site do not work at this URL.';
export const passkeyCanceled =
  'No passkey was used: the request was canceled or timed out, or this device has no passkey for this site.';
export const passkeyFailed = 'The passkey did not work. Please try again.';
