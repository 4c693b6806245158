import { commandLine } from '../../platform/messages/command-line.ts';

/* The claim link of a new site and its page, which is for the owner and therefore in English. */

/** How long a link works, for texts; `src/core/accounts/sign-in/claim.ts` decides. */
const lifetime = '48 hours';
/** The name of the command that prints a new link. */
export const claimCommand = /* @__PURE__ */ commandLine('admin', 'claim');

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
