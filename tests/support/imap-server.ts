import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type StoredMessage = { uid: number; raw: string; isSeen: boolean };

export type ImapServer = {
  /** For IMAP_URL. */
  url: string;
  messages: StoredMessage[];
  add(raw: string, isSeen?: boolean): StoredMessage;
  /** Commands in the order in which they came, without tag and without the password. */
  commands: string[];
  /** What a program that only reads reports must never send. */
  forbidden: string[];
  validity: number;
  [Symbol.asyncDispose](): Promise<void>;
};

const user = 'returns';
export const imapPassword = 'imap pass/word';

/** A mailbox on loopback that speaks as much IMAP4rev1 as is needed to read messages and to mark them. */
export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n');
    let rest = '';
    /** A command that waits for its second line. */
    let pending = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (pending !== '') answer(result, socket, `${pending} ${line}`);
        else if (/ AUTHENTICATE PLAIN$/.test(line)) {
          pending = line;
          socket.write('+ \r\n');
          continue;
        } else answer(result, socket, line);
        pending = '';
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const result: ImapServer = {
    url: `imap://${user}:${encodeURIComponent(imapPassword)}@127.0.0.1:${port}`,
    messages: [],
    commands: [],
    forbidden: [],
    validity: 1,
    add(raw, isSeen = false) {
      const message = { uid: (result.messages.at(-1)?.uid ?? 0) + 1, raw, isSeen };
      result.messages.push(message);
      return message;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return result;
}

function answer(server: ImapServer, socket: Socket, line: string): void {
  const [tag = '', ...words] = line.split(' ');
  const command = words.join(' ');
  const say = (...lines: string[]) =>
    socket.write(Buffer.from(lines.map((text) => `${text}\r\n`).join(''), 'latin1'));
  const isUid = words[0]?.toUpperCase() === 'UID';
  const name = (isUid ? `UID ${words[1]}` : (words[0] ?? '')).toUpperCase();
  server.commands.push(/^(?:LOGIN|AUTHENTICATE)/.test(name) ? name : command);
  switch (name) {
    case 'CAPABILITY':
      return void say('* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR', `${tag} OK done`);
    case 'AUTHENTICATE': {
      const given = Buffer.from(words[2] ?? '', 'base64').toString();
      const isRight = given === `\u0000${user}\u0000${imapPassword}`;
      return void say(`${tag} ${isRight ? 'OK' : 'NO [AUTHENTICATIONFAILED]'} login`);
    }
    case 'LOGIN':
      return void say(`${tag} ${command.includes(imapPassword) ? 'OK' : 'NO [AUTHENTICATIONFAILED]'} login`);
    case 'NAMESPACE':
      return void say('* NAMESPACE (("" "/")) NIL NIL', `${tag} OK done`);
    case 'LIST':
    case 'LSUB':
      return void say(`* ${name} (\\HasNoChildren) "/" INBOX`, `${tag} OK done`);
    case 'SELECT':
      return void say(
        `* ${server.messages.length} EXISTS`,
        '* FLAGS (\\Seen)',
        `* OK [UIDVALIDITY ${server.validity}] valid`,
        `* OK [UIDNEXT ${(server.messages.at(-1)?.uid ?? 0) + 1}] next`,
        `${tag} OK [READ-WRITE] done`,
      );
    case 'UID SEARCH':
      return void say(`* SEARCH ${searched(server, command).join(' ')}`.trimEnd(), `${tag} OK done`);
    case 'UID FETCH':
      if (/BODY\[/.test(command)) server.forbidden.push(command);
      return void say(...fetched(server, words[2] ?? '', command), `${tag} OK done`);
    case 'UID STORE': {
      if (!/\+FLAGS(?:\.SILENT)? \(\\Seen\)$/i.test(command)) server.forbidden.push(command);
      for (const message of inSet(server, words[2] ?? '')) message.isSeen = true;
      return void say(`${tag} OK done`);
    }
    case 'LOGOUT':
      say('* BYE', `${tag} OK done`);
      return void socket.end();
    case 'NOOP':
    case 'ID':
    case 'ENABLE':
    case 'CLOSE':
    case 'UNSELECT':
      return void say(`${tag} OK done`);
    default:
      server.forbidden.push(command);
      return void say(`${tag} BAD unknown`);
  }
}

function searched({ messages }: ImapServer, command: string): number[] {
  const first = Number(/UID (\d+):\*/.exec(command)?.[1] ?? 0);
  const last = messages.at(-1)?.uid ?? 0;
  return (
    messages
      // As RFC 3501 says, n:* has the last message even if n is larger.
      .filter(({ uid }) => uid >= first || uid === last)
      .filter(({ isSeen }) => !(isSeen && /UNSEEN|NOT SEEN/.test(command)))
      .map(({ uid }) => uid)
  );
}

const inSet = ({ messages }: ImapServer, set: string): StoredMessage[] => {
  const ranges = set.split(',').map((part) => part.split(':').map(Number));
  return messages.filter(({ uid }) => ranges.some(([from = 0, to = from]) => uid >= from && uid <= to));
};

function fetched(server: ImapServer, set: string, command: string): string[] {
  return inSet(server, set).map((message) => {
    const number = server.messages.indexOf(message) + 1;
    const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(command);
    const part = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(command);
    const items = [`UID ${message.uid}`];
    if (fields)
      items.push(`BODY[HEADER.FIELDS (${fields[1]})] ${literal(headerFields(message.raw, fields[1] ?? ''))}`);
    if (part)
      items.push(
        `BODY[]<${part[1]}> ${literal(message.raw.slice(Number(part[1]), Number(part[1]) + Number(part[2])))}`,
      );
    else if (/BODY\.PEEK\[\]/i.test(command)) items.push(`BODY[] ${literal(message.raw)}`);
    return `* ${number} FETCH (${items.join(' ')})`;
  });
}

const literal = (text: string): string => `{${text.length}}\r\n${text}`;

function headerFields(raw: string, names: string): string {
  const wanted = names.toLowerCase().replaceAll('"', '').split(' ');
  const unfolded = raw.slice(0, raw.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/);
  const found = unfolded.filter((line) => wanted.includes(line.slice(0, line.indexOf(':')).toLowerCase()));
  return `${found.join('\r\n')}\r\n\r\n`;
}
