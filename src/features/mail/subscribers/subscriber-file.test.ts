import { describe, expect, test } from 'vitest';
import { NoAddressColumn, subscriberLines } from './subscriber-file.ts';

const linesOf = (text: string | Buffer) => [...subscriberLines(Buffer.from(text as string))];
const outcome = (text: string | Buffer) =>
  linesOf(text).map((line) =>
    line.kind === 'subscriber' ? line.address : line.kind === 'left-out' ? line.why : `line ${line.line}`,
  );
const subscriber = (values: object) => ({
  kind: 'subscriber',
  added: null,
  confirmed: null,
  frequency: 'at-once',
  categories: null,
  ...values,
});

describe('exports of other programs', () => {
  test('Ghost', () => {
    const file =
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r\n' +
      '1,ann@example.org,"Ann, the first","a ""note""",true,false,,2023-08-01T10:00:00.000Z,,,\r\n' +
      '2,bob@example.org,Bob,,false,false,,2023-08-01T10:00:00.000Z,,,\r\n' +
      '3,cid@example.org,Cid,,true,false,,2023-08-01T10:00:00.000Z,2024-01-01T00:00:00.000Z,,\r\n';
    expect(outcome(file)).toEqual(['ann@example.org', 'unsubscribed', 'unsubscribed']);
    expect(linesOf(file)[0]).toEqual(
      subscriber({ address: 'ann@example.org', added: '2023-08-01T10:00:00.000Z' }),
    );
  });

  test('Substack', () => {
    const file =
      'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\n' +
      'free@example.org,false,,other,false,2025-01-01,\n' +
      'paid@example.org,true,2026-01-01,yearly,false,2025-01-01,2025-06-01\n' +
      'gone@example.org,false,,other,true,2025-01-01,\n';
    expect(outcome(file)).toEqual(['free@example.org', 'paid@example.org', 'unsubscribed']);
  });

  test('Mailchimp: subscribed, unsubscribed and cleaned contacts', () => {
    const common = '"Email Address","First Name",Address,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME';
    const rest = 'LAST_CHANGED,LEID,EUID,NOTES,TAGS';
    const subscribed = `${common},${rest}\nann@example.org,Ann,"1 Main St",2,,,"2015-03-16 14:40:47","2016-01-01 00:00:00",1,2,,\n`;
    expect(linesOf(subscribed)).toEqual([
      subscriber({
        address: 'ann@example.org',
        added: '2015-03-16T14:40:47.000Z',
        confirmed: '2015-03-16T14:40:47.000Z',
      }),
    ]);
    const unsubscribed = `${common},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,${rest}\nbob@example.org,Bob,,2,,,"2015-03-16 14:40:47","2016-01-01 00:00:00",News,,,,,\n`;
    expect(outcome(unsubscribed)).toEqual(['unsubscribed']);
    const cleaned = `${common},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,${rest}\ncid@example.org,Cid,,2,,,"2015-03-16 14:40:47","2016-01-01 00:00:00",News,,,,,\n`;
    expect(outcome(cleaned)).toEqual(['bounced']);
  });

  test('Buttondown', () => {
    const file =
      'email_address,notes,metadata,tags,creation_date,source,type,unsubscription_date,undeliverability_date\n' +
      'ann@example.org,,{},[],2024-11-27T22:12:29.991163Z,organic,regular,,\n' +
      'bob@example.org,,{},[],2024-11-27T22:12:29.991163Z,organic,unactivated,,\n' +
      'cid@example.org,,{},[],2024-11-27T22:12:29.991163Z,organic,unsubscribed,2025-01-01,\n' +
      'dan@example.org,,{},[],2024-11-27T22:12:29.991163Z,organic,regular,,2025-01-01\n' +
      'eve@example.org,,{},[],2024-11-27T22:12:29.991163Z,organic,some new kind,,\n';
    expect(outcome(file)).toEqual([
      'ann@example.org',
      'unconfirmed',
      'unsubscribed',
      'bounced',
      'eve@example.org',
    ]);
  });

  test('Jetpack', () => {
    const file =
      'Name,Email,Email subscription,Since\n' +
      'Ann,ann@example.org,Subscribed,"January 2, 2024"\n' +
      'Bob,bob@example.org,Not subscribed,"January 2, 2024"\n' +
      'Cid,cid@example.org,Not confirmed,"January 2, 2024"\n' +
      'Dan,dan@example.org,Not sending,"January 2, 2024"\n';
    expect(outcome(file)).toEqual(['ann@example.org', 'unsubscribed', 'unconfirmed', 'unsubscribed']);
    expect(linesOf(file)[0]).toMatchObject({ added: '2024-01-02T00:00:00.000Z' });
  });
});

test('a status that is not known is refused, and names of object members are not known', () => {
  const file = 'email,status\nann@example.org,maybe\nbob@example.org,constructor\ncid@example.org,\n';
  expect(linesOf(file)).toEqual([
    { kind: 'invalid', line: 2, text: 'ann@example.org', reason: expect.stringContaining('maybe') },
    { kind: 'invalid', line: 3, text: 'bob@example.org', reason: expect.stringContaining('constructor') },
    subscriber({ address: 'cid@example.org' }),
  ]);
});

describe('forms of files', () => {
  const rows = 'Email;Since\r\nann@example.org;2024-01-02\r\n\r\nbob@example.org;\r\n';
  const expected = ['ann@example.org', 'bob@example.org'];
  test.each([
    ['semicolons', Buffer.from(rows)],
    ['a byte order mark', Buffer.from(`\uFEFF${rows}`)],
    ['a line that names the separator', Buffer.from(`sep=;\r\n${rows}`)],
    [
      'UTF-16 of Excel, with tabs',
      Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(rows.replaceAll(';', '\t'), 'utf16le')]),
    ],
    [
      'big-endian UTF-16',
      Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(rows.replaceAll(';', ','), 'utf16le').swap16()]),
    ],
    ['Windows-1252', Buffer.from('Pr\xe9nom;Email\nZo\xeb;ann@example.org\n;bob@example.org\n', 'latin1')],
    ['old line ends', Buffer.from(rows.replaceAll('\r\n', '\r'))],
    ['a list of bare addresses', Buffer.from('ann@example.org\nbob@example.org\n')],
  ])('%s', (_, bytes) => {
    expect(outcome(bytes)).toEqual(expected);
  });

  test('lines are counted as a spreadsheet counts them', () => {
    expect(linesOf('email,note\n"a@example.org","two\nlines"\n\nnone\n,x\n,\n')).toEqual([
      subscriber({ address: 'a@example.org' }),
      { kind: 'invalid', line: 4, text: 'none', reason: 'This is not an email address.' },
      { kind: 'invalid', line: 5, text: 'x', reason: 'It has no email address.' },
    ]);
  });

  test('without addresses there is nothing to import', () => {
    expect(() => linesOf('name,phone\nAnn,123\n')).toThrow(NoAddressColumn);
    expect(linesOf('')).toEqual([]);
  });
});

test('addresses that would be formulas are read without the apostrophe before them', () => {
  expect(outcome("email\n'=ann@example.org\n'+b@example.org\n''=c@example.org\n'd@example.org\n")).toEqual([
    '=ann@example.org',
    '+b@example.org',
    "'=c@example.org",
    "'d@example.org",
  ]);
});
