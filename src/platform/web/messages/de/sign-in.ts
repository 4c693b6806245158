export * from '../en/sign-in.ts';

export const login = 'Anmelden';
export const username = 'Benutzername';
export const password = 'Passwort';
export const cancel = 'Abbrechen';
export const incorrectPassword = 'falsches Passwort';
export const loginNeedsJavaScript = 'Bitte schalte JavaScript ein, um dich anzumelden.';
export const signInWithPasskey = 'Mit einem Passkey anmelden';
export const passkeyRejected = 'Dieser Passkey wurde nicht angenommen. Bitte versuch es noch einmal.';
export const secondFactorRejected =
  'Das wurde nicht angenommen oder hat zu lange gedauert. Bitte versuch es noch einmal oder beginn von vorn.';
export const secondFactorNeeded = 'Dein Passwort stimmt. Jetzt fehlt noch dein Passkey.';
export const usePasskey = 'Passkey verwenden';
export const startOver = 'Von vorn beginnen';
export const passkeyLost = 'Ich kann meinen Passkey nicht verwenden';
export const recoveryCode = 'Wiederherstellungscode';
export const useRecoveryCode = 'Diesen Code verwenden';
export const passkeysNeedHttps = 'Passkeys brauchen https, aber diese Seite wurde ohne geöffnet.';
export const passkeysNotSupported = 'Dieser Browser unterstützt keine Passkeys.';
export const passkeyExists = 'Dieses Gerät hat schon einen Passkey für diese Website.';
export const passkeyWrongSite = 'Passkeys dieser Website funktionieren unter dieser Adresse nicht.';
export const passkeyCanceled =
  'Es wurde kein Passkey verwendet: Die Anfrage wurde abgebrochen, hat zu lange gedauert, oder dieses Gerät hat keinen Passkey für diese Website.';
export const passkeyFailed = 'Der Passkey hat nicht funktioniert. Bitte versuch es noch einmal.';
