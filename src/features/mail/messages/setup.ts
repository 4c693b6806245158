import type { TestEnd } from '../api/setup.ts';

/** What the owner reads on the screen of mail settings: tests of the SMTP server, DNS records, bounces. */

export const noMail = 'This site sends no mail, because no mail server is set. Enter one under Connections.';
export const noOwnerAddress =
  'No address is known that a test mail could go to. Enter your email address under “Mails to you” and save it.';
export const tooManyTests =
  'You have sent many test mails in the last minutes. Please wait a moment and try again.';

// The test mail

export const testSubject = (site: string): string => `Test mail of ${site}`;
export const testText =
  'This mail was sent by the button “Send a test mail”. Mail of your site arrives here.';
export const testReason = 'You get this mail because you asked for it in the settings of your site.';

type Server = { host: string; port: number };
type TestResult = {
  end: TestEnd;
  isConnected: boolean;
  encryption: string | null;
  isLoggedIn: boolean;
  answer: string;
  error: string;
};

/** How a test went, one sentence after another. */
export function testReport(
  result: TestResult,
  { host, port }: Server,
  { from, to }: { from: string; to: string },
): string[] {
  const { end, encryption, answer, error } = result;
  const said = answer || error;
  const place = `${host}, port ${port}`;
  const failures: Record<Exclude<TestEnd, 'done'>, string> = {
    'not-found': `The name ${host} was not found in the DNS.`,
    refused: `${place}, refused the connection.`,
    timeout: result.isConnected ? 'Then the server stopped answering.' : `${place}, did not answer in time.`,
    unreachable: `No connection to ${place}: ${said}`,
    certificate: `The certificate of ${host} is not valid: ${certificateProblem(error)}`,
    'not-tls': `${place}, does not speak TLS from the first byte.`,
    'no-starttls': 'The server offers no encryption (STARTTLS), so no password and no mail was sent.',
    greeting: `It does not want to talk to this server: “${said}”`,
    login: `It refused the login: “${said}”`,
    sender: `It refused the sender ${from}: “${said}”`,
    recipient: `It refused the recipient ${to}: “${said}”`,
    later: `It does not accept the mail now, but may later: “${said}”`,
    'too-large': `It found the mail too large: “${said}”`,
    message: `It refused the mail: “${said}”`,
    closed: `It closed the connection${answer ? `: “${answer}”` : '.'}`,
  };
  const isConnected = result.isConnected && end !== 'certificate' && end !== 'not-tls';
  const hasSender = ['recipient', 'message'].includes(end) || end === 'done';
  return [
    ...(isConnected
      ? [`Connected to ${place}, ${encryption ? `encrypted with ${encryption}` : 'not encrypted'}.`]
      : []),
    ...(result.isLoggedIn ? ['The server accepted the login.'] : []),
    ...(hasSender ? [`It accepted the sender ${from}.`] : []),
    ...(end === 'done' ? [`It accepted the mail to ${to}: “${answer}”`] : [failures[end]]),
  ];
}

function certificateProblem(error: string): string {
  if (/expired/i.test(error)) return 'it has expired.';
  if (/not yet valid/i.test(error)) return 'it is not valid yet.';
  if (/self[- ]signed/i.test(error)) return 'it is self-signed, so that it could be from anyone.';
  if (/altnames|does not match/i.test(error)) return 'it is for another name.';
  return error;
}

/** What to do after a test. */
export function testAdvice(end: TestEnd, { host, port }: Server, isEncrypted: boolean): string | null {
  const advice: Record<TestEnd, string | null> = {
    done: isEncrypted
      ? 'Look into your inbox, and into the spam folder if the mail is not there.'
      : 'Look into your inbox. The connection is not encrypted: choose TLS unless the mail server is on the same machine.',
    'not-found': `Check the name of the mail server for typing errors.`,
    refused: `Check the port: TLS (smtps://) mostly has 465, STARTTLS (smtp://) mostly 587. It may also be that the mail server is down.`,
    timeout: `Check name and port of the mail server. Many hosting companies block port ${port === 25 ? '25' : `${port}`} until you ask them to open it.`,
    unreachable: 'Check name and port of the mail server, and whether a firewall blocks the connection.',
    certificate: `Use the name that the certificate is made for, or ask the operator of ${host} to renew it. An own authority can be trusted with NODE_EXTRA_CA_CERTS.`,
    'not-tls':
      'Choose STARTTLS (smtp:// in SMTP_URL): port 587 begins without encryption and turns it on (STARTTLS).',
    'no-starttls': `Use TLS (smtps://) with port 465 if ${host} has it. Inside a trusted network, no encryption (?tls=off at the end of SMTP_URL) is possible.`,
    greeting:
      'The operator of the mail server can say why; often the IP address of this server is on a block list.',
    login:
      'Check user name and password; in SMTP_URL, special characters are percent-encoded (@ is %40, / is %2F). Providers with two-factor sign-in want an app password here.',
    sender:
      'Use an address as sender that belongs to this account: enter it under “Sender”, or ask the provider to allow this one.',
    recipient:
      'Check your address under “Mails to you”. If it is right, the server may only accept mail of its own users: then it needs a user name and a password.',
    later:
      'Wait a few minutes and test again: some servers let the first mail of a new sender wait (greylisting), others count how many mails come. Mails of the site are tried again by themselves.',
    'too-large':
      'The test mail is small, so the mailbox may be full, or the server has an unusual limit. Ask its operator.',
    message:
      'The answer of the server says why. Often the sender lacks DNS records: see “Domain of the sender” below.',
    closed:
      'Test again. If it stays like this, look at the conversation below and ask the operator of the mail server.',
  };
  return advice[end];
}

// DNS records

export const dnsUnreadable = 'The name servers gave no answer. Please check again in some minutes.';
export const recordNotChecked = 'Not checked yet.';
export const dkimMissing =
  'Not found. Add it where the DNS of your domain is managed; it can take an hour until everyone sees it. Mails are signed once it was found.';
export const dkimFound = 'Found. Mails are signed with it.';
export const dkimDifferent =
  'There is a record of this name, but with another key. Replace its value by the one shown here, and look out for characters that were lost when it was copied.';
export const dkimRevoked =
  'There is a record of this name, but its key was removed (p= is empty). Replace its value.';
export const dkimSeveral = 'There are several records of this name. Delete all but the one shown here.';
export const spfMissing =
  'Not found. Add the record that your mail provider documents; the one shown here only allows the servers that receive mail for the domain (mx) to send it.';
export const spfFound = (value: string): string =>
  `Found: ${value} – whether it names your mail provider is written in their documentation.`;
export const spfSeveral = (count: number): string =>
  `There are ${count} SPF records, and then none of them counts. Join them into one that names all servers.`;
export const dmarcMissing =
  'Not found. Add this one: it changes nothing yet for mails that fail the checks (p=none), but large providers require that a record exists.';
export const dmarcFound = (value: string): string => `Found: ${value}`;
export const dmarcSeveral =
  'There are several DMARC records, and then none of them counts. Delete all but one.';
