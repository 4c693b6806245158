export const noSuchConnection = 'There is no such connection.';
export const noKeeper = 'Connections can only be changed on the running site.';
export const fieldMissing = (label: string): string => `${label} is missing.`;
export const notAChoice = 'Choose one of the options.';
export const enterAgain = (label: string): string =>
  `Enter this again: ${label}. What is stored belongs to another server and is not sent to this one.`;
export const setByEnvironment = (variables: readonly string[]): string =>
  `The environment sets this (${variables.join(', ')}), so it cannot be changed here. Ask the person who runs the server.`;
export const connectionChanged = (title: string): string => `Changed the credentials of "${title}"`;
export const connectionRemoved = (title: string): string => `Removed the credentials of "${title}"`;
