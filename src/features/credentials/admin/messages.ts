import { plural, t } from '../../../platform/messages/translate.ts';

export const sources = {
  none: t('Not set'),
  stored: t('Set'),
  environment: t('Set by the environment'),
  unreadable: t('Cannot be read'),
} as const;
export const fixed = (variables: readonly string[]): string =>
  plural(
    variables.length,
    {
      one: 'The person who runs the server has set {names} in the environment, which wins. To enter it here, remove that variable and restart the site.',
      other:
        'The person who runs the server has set {names} in the environment, which wins. To enter it here, remove those variables and restart the site.',
    },
    { names: variables.join(', ') },
  );
export const unreadable = t(
  'These credentials were encrypted with a key that this site does not have, as after a restored backup. Enter them again, or put back the file secrets.key or the variable SECRETS_KEY and restart the site.',
);
export const restartPending = t('What is saved here has an effect after the next restart of the site.');
export const needsRestart = t('A change has an effect after a restart of the site.');
export const savedForRestart = t('Saved. Restart the site, then it has an effect.');
export const removalText = (title: string): string =>
  t('The stored credentials of {title} will be deleted. To use it again, they have to be entered again.', {
    title,
  });
export const removed = (title: string): string => t('The credentials of {title} were removed.', { title });
export const missing = (label: string): string => t('{label} is needed.', { label });
export const urlExpected = t('A URL is expected, like https://example.org.');
export const enterAgain = t(
  'The server changed: enter this again. What is stored is not sent to another server.',
);
