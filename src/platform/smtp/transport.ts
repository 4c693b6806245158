import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { connectionOptions, type SmtpError, secretsOf, withoutSecrets } from './answers.ts';
import { HandOver } from './hand-over.ts';
import type { SmtpServer } from './smtp-url.ts';

/**
 * How far it came. connection, login: the server was not reached, or not let in. sender, recipient, message: it refused that.
 * interrupted: the connection ended inside the message. unanswered: it ended between the message and the answer, so that the mail
 * may have arrived.
 */
export type MailStage =
  | 'connection'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'message'
  | 'interrupted'
  | 'unanswered';

/** A mail was not accepted. The message is what the server said, or what is wrong with the connection; without secrets. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';
  readonly stage: MailStage;
  /** Of the answer; null without one. */
  readonly code: number | null;

  constructor(stage: MailStage, code: number | null, message: string) {
    super(message);
    this.stage = stage;
    this.code = code;
  }
}

type MailToSend = {
  from: string;
  to: string;
  message: Buffer;
  /** Waited for after the last byte and before the dot; an error of it cancels the mail. */
  beforeDot: () => Promise<void>;
  /** Called when the dot was written. */
  afterDot: () => void;
};

type TransportOptions = {
  server: SmtpServer;
  /** Says who is calling, in EHLO. */
  hostname: string;
};

/** Servers let few clients send hundreds of mails on one connection. */
const mailsPerConnection = 100;
const idleMs = 30_000;
const connectMs = 60_000;

/** Sends mails over connections that are used again; as many at a time as `send` is called at a time. */
export class MailTransport {
  readonly #options: TransportOptions;
  readonly #idle: Connection[] = [];

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Returns the answer of the server. Throws a `MailRefusal`, or the error of `beforeDot`. */
  async send(mail: MailToSend): Promise<string> {
    for (;;) {
      const used = this.#idle.pop();
      if (used?.isClosed) continue;
      const connection = used ?? (await Connection.open(this.#options));
      try {
        const answer = await connection.send(mail);
        await this.#release(connection);
        return answer;
      } catch (error) {
        const isEnded = !(error instanceof MailRefusal) || endsConnection(error);
        if (isEnded) connection.close();
        else await this.#release(connection);
        // The server may have closed a connection that was idle: that says nothing about the mail.
        if (used && error instanceof MailRefusal && error.stage === 'connection') continue;
        throw error;
      }
    }
  }

  /** Connects and signs in, without a mail. Throws a `MailRefusal`. */
  async open(): Promise<void> {
    await this.#release(await Connection.open(this.#options));
  }

  async #release(connection: Connection): Promise<void> {
    if (connection.sent < mailsPerConnection && (await connection.reset())) {
      connection.closeAfter(idleMs);
      this.#idle.push(connection);
    } else connection.quit();
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.quit();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

const endsConnection = ({ stage, code }: MailRefusal): boolean =>
  code === 421 || ['connection', 'login', 'interrupted', 'unanswered'].includes(stage);

class Connection {
  readonly #smtp: SMTPConnection;
  readonly #secrets: readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #needsReset = false;
  isClosed = false;
  sent = 0;

  private constructor(smtp: SMTPConnection, secrets: readonly string[]) {
    this.#smtp = smtp;
    this.#secrets = secrets;
    // An error rejects the pending response. On an idle connection it only closes the connection.
    smtp.on('error', () => this.#ended());
    smtp.on('end', () => this.#ended());
  }

  static async open({ server, hostname }: TransportOptions): Promise<Connection> {
    const { login } = server;
    const smtp = new SMTPConnection({
      ...connectionOptions(server, hostname),
      connectionTimeout: Math.min(connectMs, server.timeoutMs),
      greetingTimeout: Math.min(connectMs, server.timeoutMs),
      socketTimeout: server.timeoutMs,
    });
    const connection = new Connection(smtp, secretsOf(server));
    try {
      await connection.#call('connection', (done) => {
        smtp.once('error', done);
        smtp.connect(done);
      });
      if (login)
        await connection.#call('login', (done) => {
          smtp.once('error', done);
          smtp.login({ user: login.user, pass: login.password }, done);
        });
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  async send({ from, to, message, beforeDot, afterDot }: MailToSend): Promise<string> {
    clearTimeout(this.#timer);
    this.sent++;
    let cancel: { reason: unknown } | undefined;
    const stream = new HandOver(
      message,
      () =>
        beforeDot().catch((reason: unknown) => {
          cancel = { reason };
          throw reason;
        }),
      afterDot,
    );
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#smtp.send({ from, to: [to], size: message.length }, stream, (error, info) => {
      if (!error) resolve(this.#clean(info.response));
      else if (cancel) reject(cancel.reason);
      else {
        this.#needsReset = true;
        reject(this.#refusal(stageOf(error, stream), error));
      }
    });
    return promise;
  }

  /** False when the connection cannot be used again. */
  async reset(): Promise<boolean> {
    if (this.isClosed) return false;
    if (!this.#needsReset) return true;
    this.#needsReset = false;
    return this.#call('connection', (done) => this.#smtp.reset(done)).then(
      () => true,
      () => false,
    );
  }

  closeAfter(ms: number): void {
    this.#timer = setTimeout(() => this.quit(), ms).unref();
  }

  quit(): void {
    if (!this.isClosed) this.#smtp.quit();
    this.#ended();
  }

  close(): void {
    this.#smtp.close();
    this.#ended();
  }

  #ended(): void {
    clearTimeout(this.#timer);
    this.isClosed = true;
  }

  #call(stage: MailStage, start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    start((error) => (error ? reject(this.#refusal(stage, error)) : resolve()));
    return promise;
  }

  #refusal(stage: MailStage, error: SmtpError): MailRefusal {
    return new MailRefusal(stage, error.responseCode ?? null, this.#clean(error.response ?? error.message));
  }

  #clean(text: string): string {
    return withoutSecrets(text, this.#secrets);
  }
}

function stageOf(error: SmtpError, stream: HandOver): MailStage {
  if (error.command === 'RCPT TO') return 'recipient';
  if (error.command === 'DATA' && error.responseCode !== undefined) return 'message';
  // Without an answer: the message is larger than the server allows.
  if (error.code === 'EMESSAGE') return 'message';
  if (error.command === 'MAIL FROM' || error.code === 'EENVELOPE') return 'sender';
  if (stream.hasEnded) return 'unanswered';
  return stream.hasBegun ? 'interrupted' : 'connection';
}
