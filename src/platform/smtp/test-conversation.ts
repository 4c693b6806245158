import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls, TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { connectionOptions, type SmtpError, secretsOf, withoutSecrets } from './answers.ts';
import type { SmtpServer } from './smtp-url.ts';

/** Where a test ended. `done`: the server accepted the mail. */
export type TestEnd =
  | 'done'
  | 'not-found'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'certificate'
  | 'not-tls'
  | 'no-starttls'
  | 'greeting'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'later'
  | 'too-large'
  | 'message'
  | 'closed';

type TestLine = { from: 'client' | 'server'; text: string };

export type TestResult = {
  end: TestEnd;
  /** How far it came, before the end. */
  isConnected: boolean;
  /** How the connection is encrypted, such as `TLS 1.3` or `STARTTLS`; null: not at all. */
  encryption: string | null;
  isLoggedIn: boolean;
  /** What the server answered at the end; '' without an answer. */
  answer: string;
  /** Of the error, where there is no answer. */
  error: string;
  lines: TestLine[];
};

export type TestMail = {
  server: SmtpServer;
  /** Says who is calling, in EHLO. */
  hostname: string;
  from: string;
  to: string;
  message: Buffer;
  /** Certificates to trust besides those of the system, for tests. */
  ca?: string;
  /** How long the whole test may take. */
  withinMs?: number;
};

const testMs = 45_000;
const stepMs = 15_000;
const maxLines = 200;

/** Sends one mail on a connection of its own and reports what the server said. Never throws. */
export async function testConversation(mail: TestMail): Promise<TestResult> {
  const { server, withinMs = testMs } = mail;
  const log = new ConversationLog(secretsOf(server));
  const result: TestResult = {
    end: 'done',
    isConnected: false,
    encryption: null,
    isLoggedIn: false,
    answer: '',
    error: '',
    lines: log.lines,
  };
  let socket: Socket | undefined;
  let smtp: SMTPConnection | undefined;
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    socket?.destroy();
    smtp?.close();
  }, withinMs);
  try {
    socket = await connected(mail);
    result.encryption = socket instanceof TLSSocket ? tlsName(socket) : null;
    result.isConnected = true;
    smtp = new SMTPConnection({
      connection: socket,
      ...connectionOptions(server, mail.hostname),
      secured: server.secure,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      ...(mail.ca !== undefined && { tls: { ca: mail.ca } }),
      transactionLog: true,
      logger: log.logger,
    });
    const connection = smtp;
    connection.on('error', () => {});
    await call(connection, (done) => connection.connect(done));
    if (log.isUpgraded) result.encryption = 'STARTTLS';
    const { login } = server;
    if (login) {
      await call(connection, (done) => connection.login({ user: login.user, pass: login.password }, done));
      result.isLoggedIn = true;
    }
    result.answer = await send(connection, mail);
    connection.quit();
  } catch (error) {
    const failure = error as SmtpError;
    result.answer = log.clean(failure.response ?? '');
    result.error = log.clean(failure.message);
    result.end = isLate ? 'timeout' : endOf(failure, result, log);
    if (log.isUpgraded && !['certificate', 'no-starttls'].includes(result.end))
      result.encryption ??= 'STARTTLS';
    smtp?.close();
    socket?.destroy();
  } finally {
    clearTimeout(deadline);
  }
  return result;
}

async function connected({ server, ca }: TestMail): Promise<Socket> {
  const { host, port } = server;
  const socket = server.secure
    ? connectTls({ host, port, servername: servername(host), ...(ca !== undefined && { ca }) })
    : connectTcp({ host, port });
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error('No answer.'), { code: 'ETIMEDOUT' })),
    stepMs,
  );
  try {
    await once(socket, server.secure ? 'secureConnect' : 'connect');
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

/** TLS has no names for IP addresses. */
const servername = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);

const tlsName = (socket: TLSSocket): string => (socket.getProtocol() ?? 'TLS').replace('TLSv', 'TLS ');

function call(smtp: SMTPConnection, start: (done: (error?: Error | null) => void) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const failed = (error: Error) => reject(error);
  const ended = () => reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNECTION' }));
  smtp.once('error', failed);
  smtp.once('end', ended);
  start((error) => (error ? reject(error) : resolve()));
  return promise.finally(() => {
    smtp.removeListener('error', failed);
    smtp.removeListener('end', ended);
  });
}

async function send(smtp: SMTPConnection, { from, to, message }: TestMail): Promise<string> {
  let answer = '';
  await call(smtp, (done) =>
    smtp.send({ from, to: [to], size: message.length }, Readable.from([message]), (error, info) => {
      if (!error) answer = info?.response ?? '';
      done(error);
    }),
  );
  return answer;
}

function endOf(error: SmtpError, { isConnected, isLoggedIn }: TestResult, log: ConversationLog): TestEnd {
  const { code = '', command = '', message } = error;
  const status = error.responseCode ?? 0;
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EDNS'].includes(code)) return 'not-found';
  if (code === 'ECONNREFUSED') return 'refused';
  if (isCertificateProblem(code, message)) return 'certificate';
  if (/^ERR_SSL|^EPROTO$/.test(code) || /wrong version number|packet length too long/i.test(message))
    return 'not-tls';
  if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT' || /timeout|never received/i.test(message))
    return 'timeout';
  if (!isConnected) return 'unreachable';
  if (!log.hasGreeting || command === 'CONN') {
    if (status >= 400) return 'greeting';
    if (code === 'ETLS') return 'no-starttls';
  }
  if (command === 'STARTTLS' || (code === 'ETLS' && !log.isUpgraded)) return 'no-starttls';
  if (code === 'EAUTH' || command.startsWith('AUTH'))
    return status >= 400 && status < 500 ? 'later' : 'login';
  if (status === 552 || /^5\.(?:2\.3|3\.4)/.test(enhanced(error.response)) || /size larger/i.test(message))
    return 'too-large';
  if (status >= 400 && status < 500) return 'later';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (status >= 500) return isLoggedIn || log.hasSender ? 'message' : 'greeting';
  return 'closed';
}

const enhanced = (response = ''): string => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '';

const isCertificateProblem = (code: string, message: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code) ||
  /certificate|altnames|unable to verify/i.test(message);

/** What both sides said, without secrets: everything between AUTH and its answer is hidden. */
class ConversationLog {
  readonly lines: TestLine[] = [];
  readonly #secrets: readonly string[];
  #isInLogin = false;
  hasGreeting = false;
  hasSender = false;
  isUpgraded = false;
  #hasAskedForTls = false;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  readonly logger = (() => {
    const log = (entry: { tnx?: string }, text: string, ...values: unknown[]) => {
      if (entry.tnx !== 'client' && entry.tnx !== 'server') return;
      this.#add(
        entry.tnx,
        values.reduce<string>((rest, value) => rest.replace('%s', () => String(value)), text),
      );
    };
    return { trace: log, debug: log, info: log, warn: log, error: log, fatal: log };
  })();

  #add(from: TestLine['from'], text: string): void {
    if (from === 'server') this.#heard(text);
    else {
      if (/^AUTH\b/i.test(text)) this.#isInLogin = true;
      this.#hasAskedForTls = /^STARTTLS/i.test(text);
      if (/^MAIL FROM/i.test(text)) this.hasSender = true;
    }
    if (this.lines.length >= maxLines) return;
    const isHidden = from === 'client' && this.#isInLogin;
    this.lines.push({ from, text: isHidden ? hidden(text) : this.clean(text) });
  }

  #heard(text: string): void {
    this.hasGreeting = true;
    if (!text.startsWith('334')) this.#isInLogin = false;
    if (this.#hasAskedForTls && text.startsWith('220')) this.isUpgraded = true;
    this.#hasAskedForTls = false;
  }

  clean(text: string): string {
    return withoutSecrets(text, this.#secrets);
  }
}

const hidden = (text: string): string => /^AUTH [A-Z0-9-]+/i.exec(text)?.[0].concat(' …') ?? '…';
