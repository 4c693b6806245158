import { commandLine } from '../../platform/messages/command-line.ts';

export const pagesFailed = (count: number): string =>
  `${count.toLocaleString('en')} pages could not be rendered. They are tried again; the log has the reason.`;
export const notConfigured = 'Set PUBLISH_TO to a folder or to s3://bucket/prefix first.';
export const publishedTo = (name: string, files: number): string =>
  `${name} is up to date (${files.toLocaleString('en')} files).`;
export const beingPublished =
  'The running site publishes already and continues with this. The Published site screen shows how far it is.';
export const isSame = (name: string): string => `${name} has the same files as the site.`;
export const differs = (name: string, differences: readonly string[]): string =>
  [
    `${name} differs from the site in ${differences.length.toLocaleString('en')} files:`,
    ...differences.slice(0, 50),
    ...(differences.length > 50 ? ['…'] : []),
    `Changes of the last seconds may still be on their way. "${commandLine('publish')}" writes what is out of date.`,
  ].join('\n');
export const changeNotRecorded =
  'A change could not be recorded for the published files or the CDN. They follow at the next start.';
export const purgeRefused = (status: number): string => `The CDN answered a purge with status ${status}.`;
