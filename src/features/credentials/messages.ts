import { type Message, message, t } from '../../platform/messages/translate.ts';

export const noSuchConnection = t('There is no such connection.');
export const noKeeper = t('Connections can only be changed on the running site.');
export const fieldMissing = (label: string): string => t('{label} is missing.', { label });
export const notAChoice = t('Choose one of the options.');
export const enterAgain = (label: string): string =>
  t('Enter this again: {label}. What is stored belongs to another server and is not sent to this one.', {
    label,
  });
export const setByEnvironment = (variables: readonly string[]): string =>
  t(
    'The environment sets this ({variables}), so it cannot be changed here. Ask the person who runs the server.',
    { variables: variables.join(', ') },
  );
export const connectionChanged = (title: string): Message =>
  message('Changed the credentials of "{title}"', { title: { text: title } });
export const connectionRemoved = (title: string): Message =>
  message('Removed the credentials of "{title}"', { title: { text: title } });
