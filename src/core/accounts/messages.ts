import { commandLine } from '../../platform/messages/command-line.ts';
import { t } from '../../platform/messages/translate.ts';

/* The claim link of a new site and its page, which is for the owner and therefore in English. */

/** How long a link works, for texts; `src/core/accounts/sign-in/claim.ts` decides. */
const lifetime = '48 hours';
/** The name of the command that prints a new link. */
export const claimCommand = commandLine('admin', 'claim');

// For the operator

export const claimAt = (link: string) =>
  `This site has no administrator yet. Choose a name and a password at ${link} (works once, for ${lifetime})`;
export const newClaimLink = (link: string) =>
  `Choose a name and a password at ${link} (works once, for ${lifetime}; earlier links no longer work)`;
export const alreadyClaimed =
  'This site has an administrator, so there is nothing to claim. If the password is lost: ' +
  commandLine('admin', 'reset-password [--username NAME]');
export const claimFirst = `This site has no administrator yet. "${claimCommand}" prints a link that creates one.`;

// The page

export const claimTitle = 'Claim this site';
export const claimExplained = 'Choose how you sign in. You will be the administrator of this site.';
export const claimFields = {
  username: 'UserName',
  password: 'Password',
  again: 'Password again',
  submit: 'Claim and sign in',
};
export const passwordHint = (min: number) =>
  `At least ${min} characters; a short sentence is easy to remember.`;
export const passwordsDiffer = 'The two passwords are not the same. Please type both again.';

export const linkInvalidTitle = 'This link does not work';
export const linkInvalid =
  'A claim link works once, until the site has an administrator or a newer link was printed, and expires ' +
  `after ${lifetime}.`;
export const linkInvalidAdvice = {
  claimed: 'If you have chosen a password already, sign in with it.',
  /** `{command}` is `claimCommand`. */
  unclaimed:
    'If the site still has no administrator, restart the server or run {command}: it prints a new link.',
};

/** On the login page; `{command}` is `claimCommand`. */
export const notClaimed = {
  title: 'This site has no administrator yet.',
  advice:
    'If it is yours: the server has printed a link where you choose a name and a password. To print a new one, run {command} on the server.',
};

export const signedOutHere = t(
  'You were signed out. Nothing is lost: your text is still here, and this browser keeps it.',
);
export const signedOutElsewhere = t(
  'Another user has signed in to this browser. Your text is still here, and this browser keeps it for you alone.',
);
export const signInToContinue = (username: string): string =>
  t('Sign in as {username} to go on.', { username });
export const signedInAsOther = (other: string, username: string): string =>
  t('You signed in as {other}, but this text is being written by {username}. Please sign in as {username}.', {
    other,
    username,
  });
export const firstRunAnswered = t(
  'These questions were answered already, in another tab or by another administrator. You can change the answers under Settings.',
);
export const userAdded = (name: string): string => t('"{name}" can sign in now.', { name });
export const userRemoved = (name: string): string => t('"{name}" was removed.', { name });
export const ownPasswordChanged = t('Your password was changed. You were signed out everywhere else.');
export const passwordChanged = (name: string): string => t('The password of "{name}" was changed.', { name });
export const passkeyAdded = (name: string): string => t('You can now sign in with "{name}".', { name });
export const passkeyRemoved = (name: string): string => t('The passkey "{name}" was removed.', { name });
export const secondFactorOn = t('Signing in now asks for a passkey after the password.');
export const secondFactorOff = t('The password alone is enough to sign in again.');
export const sessionEnded = t('That session was signed out.');
export const otherSessionsEnded = t('You were signed out everywhere else.');
export const codesCopied = t('Copied.');
export const codesNotCopied = t(
  'This browser does not allow copying. Please select the codes and copy them by hand.',
);
export const saveCodesFirst = t('Please save the codes first.');
export const passwordTooShort = (min: number) => t('A password needs at least {min} characters.', { min });
export const passwordTooLong = (max: number) => t('A password can have at most {max} characters.', { max });
export const usernameInvalid = t('A username cannot be empty, or begin or end with a space.');
export const passwordOrPasskeyExpected = t('Please send the password or a passkey.');
export const passwordTooEasy = t(
  'This password is too easy to guess: it is a common password or a variation of one. A short sentence of your own is better.',
);
export const passkeysNeedHostName = (ip: string) =>
  t('Passkeys need a host name, and {ip} is an IP address. Set SITE_URL to the host name of this site.', {
    ip,
  });
export const passkeysNeedHttps = t('Passkeys need https. Set SITE_URL to the https URL of this site.');
export const tooManyPasskeys = (max: number): string =>
  t('You have {max} passkeys. Remove one first.', { max });
export const passkeyNotVerified = t('This passkey could not be verified. Please start over.');
export const passkeyAlreadyAdded = t('This passkey has already been added.');
export const noSuchPasskey = t('You have no such passkey.');
export const lastPasskeyNeeded = t(
  'This is your last passkey, and signing in requires one. Add another one or turn off the second factor first.',
);
export const secondFactorNeedsPasskey = t('Please add a passkey first.');
export const secondFactorNeedsCodes = t('Please create recovery codes first, in case you lose your passkey.');
export const passkeyNotAccepted = t('This passkey was not accepted. Please try again.');
export const notYourPassword = t('This is not your password.');
export const signInRateLimited = t(
  'Too many failed sign-ins from your IP address. Please wait a few minutes and try again.',
);
export const signInQueueFull = t('Too many sign-ins are in progress. Please try again in a moment.');
export const claimLinkInvalid = t(
  'This claim link no longer works: it was used, has expired, or a newer one was printed.',
);
export const firstPasswordExpired = t(
  'This first password was not used within a week and has expired. Set a new one on the server: {commandLine}',
  { commandLine: commandLine('admin', 'reset-password') },
);
export const passwordTooWeakForPublicSite = t(
  'This password is too easy to guess for a public site, so it no longer works. Set a new one on the server: {commandLine}',
  { commandLine: commandLine('admin', 'reset-password') },
);
export const passwordChangedMeanwhile = t('The password has just been changed. Please sign in again.');
export const noSuchSession = t('There is no such session.');
export const profileChangedElsewhere = t(
  'This profile was changed elsewhere since you opened it. Nothing was overwritten.',
);
export const saveAgainToReplace = t('Save again to replace it with what you typed.');
export const userRemovalExplained = (username: string, profile: string | null): string =>
  profile
    ? t(
        '"{username}" will no longer be able to sign in. Posts and comments keep the name "{profile}", and you can still change this profile here.',
        { username, profile },
      )
    : t(
        '"{username}" will no longer be able to sign in. Posts of this administrator stay, without an author.',
        {
          username,
        },
      );
export const linkUrlInvalid = t('Please enter a URL that begins with https://, http:// or mailto:.');
export const tooManyLinks = (max: number): string => t('A profile can have at most {max} links.', { max });
export const noSuchUser = t('There is no such administrator.');
export const usernameTaken = t('There is already an administrator with this name.');
export const lastAdministrator = t(
  'This is the last administrator. Add another one before you remove this one.',
);
export const base64urlExpected = t('Please send bytes as base64url.');
