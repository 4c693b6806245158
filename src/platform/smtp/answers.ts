import type { SmtpServer } from './smtp-url.ts';

/** An error of nodemailer. */
export type SmtpError = Error & {
  code?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
};

const maxLength = 500;

export const secretsOf = ({ login }: SmtpServer): string[] =>
  login && login.password !== '' ? [login.password, Buffer.from(login.password).toString('base64')] : [];

/** A server that repeats what it got must not bring the password into the database, a log or onto the screen. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

/** How nodemailer reaches the server. */
export const connectionOptions = (server: SmtpServer, hostname: string) => ({
  host: server.host,
  port: server.port,
  secure: server.secure,
  requireTLS: !server.secure && server.startTls === 'required',
  ignoreTLS: server.startTls === 'off',
  name: hostname,
});
