export const sources = {
  none: 'Not set',
  stored: 'Set',
  environment: 'Set by the environment',
  unreadable: 'Cannot be read',
} as const;
export const fixed = (variables: readonly string[]): string =>
  `The person who runs the server has set ${variables.join(', ')} in the environment, which wins. To enter it here, remove ${variables.length === 1 ? 'that variable' : 'those variables'} and restart the site.`;
export const unreadable =
  'These credentials were encrypted with a key that this site does not have, as after a restored backup. Enter them again, or put back the file secrets.key or the variable SECRETS_KEY and restart the site.';
export const restartPending = 'What is saved here has an effect after the next restart of the site.';
export const needsRestart = 'A change has an effect after a restart of the site.';
export const savedForRestart = 'Saved. Restart the site, then it has an effect.';
export const removalText = (title: string): string =>
  `The stored credentials of ${title} will be deleted. To use it again, they have to be entered again.`;
export const removed = (title: string): string => `The credentials of ${title} were removed.`;
export const missing = (label: string): string => `${label} is needed.`;
export const urlExpected = 'A URL is expected, like https://example.org.';
export const enterAgain =
  'The server changed: enter this again. What is stored is not sent to another server.';
