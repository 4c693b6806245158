import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** How a mail, a recipient or a connection is answered; nothing: it is accepted. */
export type MailAnswer =
  | undefined
  /** Such as `451 4.7.1 Try again later` or `550 5.1.1 No such user`. */
  | string
  /** Accepts it after so many milliseconds. */
  | { afterMs: number }
  /** Never answers. */
  | 'silence'
  /** Closes the connection instead of answering. */
  | 'drop'
  /** Sends the first two characters of the answer and closes the connection. */
  | 'half';

export type ReceivedMail = {
  /** The envelope. */
  sender: string;
  recipients: string[];
  /** The headers, decoded. */
  from: { name: string; address: string };
  to: string[];
  subject: string;
  messageId: string;
  /** By lowercase name, unfolded but otherwise as they were sent; the last one of several with the same name. */
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
};

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** What was accepted, in this order. A mail whose answer was lost is among them. */
  received: ReceivedMail[];
  /** Connections since the start. */
  connections: number;
  /** Recipients in the order in which they were named, refused ones as well. */
  attempts: string[];
  /** Waits until so many (1) mails match. */
  waitFor(
    matches: (mail: ReceivedMail) => boolean,
    count?: number,
    withinMs?: number,
  ): Promise<ReceivedMail[]>;
  to(address: string): ReceivedMail[];
  /** What a test changes to make the server misbehave. */
  answers: {
    connection: () => MailAnswer;
    recipient: (address: string) => MailAnswer;
    /** Asked before the mail is counted as received; 'drop', 'half' and 'silence' come after it was. */
    message: (mail: ReceivedMail) => MailAnswer;
    /** Whether the connection is dropped in the middle of the message to this recipient. */
    dropsInside: (address: string) => boolean;
  };
  /** Stops listening and drops all connections; `start` listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Options = {
  /** Any free one without it. */
  port?: number;
  /** Requires this login. */
  login?: { user: string; password: string };
  /** Passed to `smtp-server`, such as certificates. */
  smtp?: SMTPServerOptions;
};

/** A receiving SMTP server on loopback. Without `smtp` options it offers no encryption. */
export async function startMailServer({
  port: wanted = 0,
  login,
  smtp = {},
}: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  const waiting = new Set<() => void>();
  const links = new Map<number, Link>();

  const settle = (session: { remotePort: number }, answer: MailAnswer, accept: (error?: Error) => void) => {
    if (answer === undefined) accept();
    else if (typeof answer === 'object') setTimeout(accept, answer.afterMs);
    else if (answer === 'drop') links.get(session.remotePort)?.drop();
    else if (answer === 'half') {
      links.get(session.remotePort)?.halve();
      accept();
    } else if (answer !== 'silence') accept(refusal(answer));
  };

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    hidePIPELINING: false,
    // It would put codes of its own before those of the answers.
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, callback) {
      if (username === login?.user && password === login?.password) callback(null, { user: username });
      else callback(refusal('535 5.7.8 Wrong user name or password'));
    },
    onConnect(session, callback) {
      settle(session, result.answers.connection(), callback);
    },
    onRcptTo({ address }, session, callback) {
      attempts.push(address);
      settle(session, result.answers.recipient(address), callback);
    },
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      if (recipients.some((address) => result.answers.dropsInside(address))) {
        stream.once('data', () => links.get(session.remotePort)?.drop());
        stream.resume();
        return;
      }
      const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      void buffer(stream)
        .then((raw) => parsed(raw, sender, recipients))
        .then((mail) => {
          const answer = result.answers.message(mail);
          const isRefused = typeof answer === 'string' && /^\d/.test(answer);
          if (!isRefused) {
            received.push(mail);
            for (const look of waiting) look();
          }
          settle(session, answer, callback);
        })
        // The connection ended in the middle of the message.
        .catch(() => {});
    },
    ...smtp,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const inner = (server.server.address() as AddressInfo).port;

  let outer: Server | undefined;
  let port = wanted;
  const start = async () => {
    outer = createServer((client) => {
      result.connections++;
      const link = new Link(client, inner, () => links.delete(link.port));
      link.onPort = () => links.set(link.port, link);
    });
    outer.listen(port, '127.0.0.1');
    await once(outer, 'listening');
    port = (outer.address() as AddressInfo).port;
  };
  const stop = async () => {
    const stopped = outer;
    outer = undefined;
    if (!stopped) return;
    const closed = new Promise((resolve) => stopped.close(resolve));
    for (const link of links.values()) link.drop();
    await closed;
  };

  const result: MailServer = {
    get url() {
      const user = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
      return `${smtp.secure ? 'smtps' : 'smtp'}://${user}127.0.0.1:${port}`;
    },
    get port() {
      return port;
    },
    received,
    connections: 0,
    attempts,
    to: (address) => received.filter(({ recipients }) => recipients.includes(address)),
    async waitFor(matches, count = 1, withinMs = 30_000) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail[]>();
      const look = () => {
        const found = received.filter(matches);
        if (found.length >= count) resolve(found);
      };
      const timer = setTimeout(() => {
        const seen = received.map(({ recipients, subject }) => `${recipients}: ${subject}`).join('\n');
        reject(new Error(`${count} mails were expected. These came:\n${seen || 'none'}`));
      }, withinMs);
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
    answers: {
      connection: () => undefined,
      recipient: () => undefined,
      message: () => undefined,
      dropsInside: () => false,
    },
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await start();
  return result;
}

function refusal(answer: string): Error {
  const [, code, text] = /^(\d{3}) (.*)$/s.exec(answer) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}

/** Between client and server, because `smtp-server` cannot end a connection in the middle of an answer. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  #isHalved = false;
  /** By which the server knows the connection. */
  port = 0;
  onPort: () => void = () => {};

  constructor(client: Socket, port: number, onEnd: () => void) {
    this.#client = client;
    this.#server = createConnection(port, '127.0.0.1', () => {
      this.port = this.#server.localPort ?? 0;
      this.onPort();
    });
    this.#server.on('data', (chunk: Buffer) => {
      if (!this.#isHalved) client.write(chunk);
      else client.write(chunk.subarray(0, 2), () => this.drop());
    });
    client.on('data', (chunk) => this.#server.write(chunk));
    for (const [socket, other] of [
      [client, this.#server],
      [this.#server, client],
    ] as const) {
      socket.on('error', () => {});
      socket.on('end', () => other.end());
      socket.on('close', () => {
        other.destroySoon();
        onEnd();
      });
    }
  }

  drop(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  halve(): void {
    this.#isHalved = true;
  }
}

async function parsed(raw: Buffer, sender: string, recipients: string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  return {
    sender,
    recipients,
    from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
    to: (mail.to ?? []).map(({ address = '' }) => address),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    text: mail.text ?? '',
    html: mail.html ?? '',
    raw: raw.toString('utf8'),
  };
}
