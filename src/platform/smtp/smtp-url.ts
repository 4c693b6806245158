import { isIPv6 } from 'node:net';

const startTls = ['required', 'optional', 'off'] as const;

/** Where mail is handed over, and how. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** What STARTTLS is worth: without it nothing is sent, it is used where it is offered, or never. */
  startTls: (typeof startTls)[number];
  login: { user: string; password: string } | null;
  /** How long an answer is waited for. */
  timeoutMs: number;
};

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
/** RFC 5321 asks clients to wait ten minutes for the answer to a message; others take a second copy for granted. */
const defaultTimeoutSeconds = 600;

/**
 * Reads SMTP_URL: smtps:// is encrypted from the start (465), smtp:// (587) with STARTTLS, which is required except on loopback.
 * `?tls=required`, `optional` or `off` says otherwise, `?timeout=30` shortens the time that an answer may take.
 */
export function smtpServer(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const bare = decodeURIComponent(url.hostname).toLowerCase();
  const host = bare.startsWith('[') && isIPv6(bare.slice(1, -1)) ? bare.slice(1, -1) : bare;
  const tls = url.searchParams.get('tls');
  const seconds = Number(url.searchParams.get('timeout') ?? defaultTimeoutSeconds);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    startTls: startTls.find((value) => value === tls) ?? (loopback.test(host) ? 'off' : 'required'),
    login:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    timeoutMs: (seconds >= 1 && seconds <= 3600 ? seconds : defaultTimeoutSeconds) * 1000,
  };
}
