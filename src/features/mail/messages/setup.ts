import { t } from '../../../platform/messages/translate.ts';
import type { TestEnd, TestResult } from '../../../platform/smtp/test-conversation.ts';

/** What the owner reads on the screen of mail settings: tests of the SMTP server, DNS records, bounces. */

export const noMail = t(
  'This site sends no mail, because no mail server is set. Enter one under Connections.',
);
export const noOwnerAddress = t(
  'No address is known that a test mail could go to. Enter your email address under “Mails to you” and save it.',
);
export const tooManyTests = t(
  'You have sent many test mails in the last minutes. Please wait a moment and try again.',
);

// The test mail

export const testSubject = (site: string): string => t('Test mail of {site}', { site });
export const testText = t(
  'This mail was sent by the button “Send a test mail”. Mail of your site arrives here.',
);
export const testReason = t('You get this mail because you asked for it in the settings of your site.');

type Server = { host: string; port: number };

/** How a test went, one sentence after another. */
export function testReport(
  result: Omit<TestResult, 'lines'>,
  { host, port }: Server,
  { from, to }: { from: string; to: string },
): string[] {
  const { end, encryption, answer, error } = result;
  const said = answer || error;
  const place = t('{host}, port {port}', { host, port: String(port) });
  const failures: Record<Exclude<TestEnd, 'done'>, string> = {
    'not-found': t('The name {host} was not found in the DNS.', { host }),
    refused: t('{place}, refused the connection.', { place }),
    timeout: result.isConnected
      ? t('Then the server stopped answering.')
      : t('{place}, did not answer in time.', { place }),
    unreachable: t('No connection to {place}: {said}', { place, said }),
    certificate: t('The certificate of {host} is not valid: {problem}', {
      host,
      problem: certificateProblem(error),
    }),
    'not-tls': t('{place}, does not speak TLS from the first byte.', { place }),
    'no-starttls': t('The server offers no encryption (STARTTLS), so no password and no mail was sent.'),
    greeting: t('It does not want to talk to this server: “{said}”', { said }),
    login: t('It refused the login: “{said}”', { said }),
    sender: t('It refused the sender {from}: “{said}”', { from, said }),
    recipient: t('It refused the recipient {to}: “{said}”', { to, said }),
    later: t('It does not accept the mail now, but may later: “{said}”', { said }),
    'too-large': t('It found the mail too large: “{said}”', { said }),
    message: t('It refused the mail: “{said}”', { said }),
    closed: answer ? t('It closed the connection: “{answer}”', { answer }) : t('It closed the connection.'),
  };
  const isConnected = result.isConnected && end !== 'certificate' && end !== 'not-tls';
  const hasSender = ['recipient', 'message'].includes(end) || end === 'done';
  return [
    ...(isConnected
      ? [
          encryption
            ? t('Connected to {place}, encrypted with {encryption}.', { place, encryption })
            : t('Connected to {place}, not encrypted.', { place }),
        ]
      : []),
    ...(result.isLoggedIn ? [t('The server accepted the login.')] : []),
    ...(hasSender ? [t('It accepted the sender {from}.', { from })] : []),
    ...(end === 'done' ? [t('It accepted the mail to {to}: “{answer}”', { to, answer })] : [failures[end]]),
  ];
}

function certificateProblem(error: string): string {
  if (/expired/i.test(error)) return t('it has expired.');
  if (/not yet valid/i.test(error)) return t('it is not valid yet.');
  if (/self[- ]signed/i.test(error)) return t('it is self-signed, so that it could be from anyone.');
  if (/altnames|does not match/i.test(error)) return t('it is for another name.');
  return error;
}

/** What to do after a test. */
export function testAdvice(end: TestEnd, { host, port }: Server, isEncrypted: boolean): string | null {
  const advice: Record<TestEnd, string | null> = {
    done: isEncrypted
      ? t('Look into your inbox, and into the spam folder if the mail is not there.')
      : t(
          'Look into your inbox. The connection is not encrypted: choose TLS unless the mail server is on the same machine.',
        ),
    'not-found': t('Check the name of the mail server for typing errors.'),
    refused: t(
      'Check the port: TLS (smtps://) mostly has 465, STARTTLS (smtp://) mostly 587. It may also be that the mail server is down.',
    ),
    timeout: t(
      'Check name and port of the mail server. Many hosting companies block port {port} until you ask them to open it.',
      { port: String(port) },
    ),
    unreachable: t('Check name and port of the mail server, and whether a firewall blocks the connection.'),
    certificate: t(
      'Use the name that the certificate is made for, or ask the operator of {host} to renew it. An own authority can be trusted with NODE_EXTRA_CA_CERTS.',
      { host },
    ),
    'not-tls': t(
      'Choose STARTTLS (smtp:// in SMTP_URL): port 587 begins without encryption and turns it on (STARTTLS).',
    ),
    'no-starttls': t(
      'Use TLS (smtps://) with port 465 if {host} has it. Inside a trusted network, no encryption (?tls=off at the end of SMTP_URL) is possible.',
      { host },
    ),
    greeting: t(
      'The operator of the mail server can say why; often the IP address of this server is on a block list.',
    ),
    login: t(
      'Check user name and password; in SMTP_URL, special characters are percent-encoded (@ is %40, / is %2F). Providers with two-factor sign-in want an app password here.',
    ),
    sender: t(
      'Use an address as sender that belongs to this account: enter it under “Sender”, or ask the provider to allow this one.',
    ),
    recipient: t(
      'Check your address under “Mails to you”. If it is right, the server may only accept mail of its own users: then it needs a user name and a password.',
    ),
    later: t(
      'Wait a few minutes and test again: some servers let the first mail of a new sender wait (greylisting), others count how many mails come. Mails of the site are tried again by themselves.',
    ),
    'too-large': t(
      'The test mail is small, so the mailbox may be full, or the server has an unusual limit. Ask its operator.',
    ),
    message: t(
      'The answer of the server says why. Often the sender lacks DNS records: see “Domain of the sender” below.',
    ),
    closed: t(
      'Test again. If it stays like this, look at the conversation below and ask the operator of the mail server.',
    ),
  };
  return advice[end];
}

// DNS records

export const dnsUnreadable = t('The name servers gave no answer. Please check again in some minutes.');
export const recordNotChecked = t('Not checked yet.');
export const dkimMissing = t(
  'Not found. Add it where the DNS of your domain is managed; it can take an hour until everyone sees it. Mails are signed once it was found.',
);
export const dkimFound = t('Found. Mails are signed with it.');
export const dkimDifferent = t(
  'There is a record of this name, but with another key. Replace its value by the one shown here, and look out for characters that were lost when it was copied.',
);
export const dkimRevoked = t(
  'There is a record of this name, but its key was removed (p= is empty). Replace its value.',
);
export const dkimSeveral = t('There are several records of this name. Delete all but the one shown here.');
export const spfMissing = t(
  'Not found. Add the record that your mail provider documents; the one shown here only allows the servers that receive mail for the domain (mx) to send it.',
);
export const spfFound = (value: string): string =>
  t('Found: {value} – whether it names your mail provider is written in their documentation.', { value });
export const spfSeveral = (count: number): string =>
  t(
    'There are {count} SPF records, and then none of them counts. Join them into one that names all servers.',
    { count },
  );
export const dmarcMissing = t(
  'Not found. Add this one: it changes nothing yet for mails that fail the checks (p=none), but large providers require that a record exists.',
);
export const dmarcFound = (value: string): string => t('Found: {value}', { value });
export const dmarcSeveral = t(
  'There are several DMARC records, and then none of them counts. Delete all but one.',
);
