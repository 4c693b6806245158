import type { Blog } from '../../../platform/blog.ts';
import { domainOf } from '../../../platform/http/api/mail-address.ts';
import { splitTxt, type TxtLookup, tagsOf, txtLookup } from '../../../platform/smtp/dns-records.ts';
import type { DnsRecord, MailDomain } from '../api/setup.ts';
import { isLocalDomain, isSharedDomain } from '../domains.ts';
import * as messages from '../messages/setup.ts';
import { senderOf } from '../queue/sender.ts';
import { readMailSettings } from '../settings.ts';
import { type DkimKey, dkimOptions, dkimRecordFound, dkimRecordLost, dkimState } from './dkim.ts';

type Finding = Pick<DnsRecord, 'state' | 'explanation'>;
const notChecked: Finding = { state: 'unknown', explanation: messages.recordNotChecked };
const unreadable: Finding = { state: 'unreadable', explanation: messages.dnsUnreadable };
/** Records of others are shown to the owner. */
const maxShown = 300;

/** The records that belong into the DNS of the sender. With `lookup` they are looked for, and the key signs if its record is there. */
export async function mailDomain(blog: Blog, lookup?: TxtLookup): Promise<MailDomain> {
  const { address } = await senderOf(blog, await readMailSettings(blog));
  const domain = domainOf(address);
  const kind = isSharedDomain(domain) ? 'shared' : isLocalDomain(domain) ? 'local' : 'own';
  const { key } = await dkimState(blog);
  const records = kind === 'own' ? await recordsOf(blog, domain, key, lookup) : [];
  const { signs, isOff } = await dkimState(blog);
  return {
    domain,
    kind,
    has_key: key !== null,
    is_signed: (await dkimOptions(blog)) !== null,
    is_off: isOff,
    is_renewing: signs !== null && key !== null && signs.selector !== key.selector,
    records,
  };
}

/** Asks the name servers of the system. */
export const checkDomain = (blog: Blog): Promise<MailDomain> => mailDomain(blog, txtLookup());

async function recordsOf(
  blog: Blog,
  domain: string,
  key: DkimKey | null,
  lookup: TxtLookup | undefined,
): Promise<DnsRecord[]> {
  const dkim = key && { name: `${key.selector}._domainkey.${domain}`, value: key.record };
  const dmarcName = `_dmarc.${domain}`;
  const [dkimFinding, spf, dmarc] = await Promise.all([
    dkim && lookup ? lookup(dkim.name).then((found) => dkimFindingOf(found, dkim.value)) : notChecked,
    lookup ? lookup(domain).then(spfFindingOf) : notChecked,
    lookup ? lookup(dmarcName).then(dmarcFindingOf) : notChecked,
  ]);
  if (key && dkimFinding.state === 'found') await dkimRecordFound(blog, domain, key.selector);
  // An unanswered question says nothing about the record.
  if (key && ['missing', 'different'].includes(dkimFinding.state))
    await dkimRecordLost(blog, domain, key.selector);
  return [
    ...(dkim
      ? [{ purpose: 'DKIM' as const, ...dkim, split_value: splitTxt(dkim.value), ...dkimFinding }]
      : []),
    { purpose: 'SPF', name: domain, value: 'v=spf1 mx ~all', split_value: null, ...spf },
    { purpose: 'DMARC', name: dmarcName, value: 'v=DMARC1; p=none', split_value: null, ...dmarc },
  ];
}

function dkimFindingOf(found: string[] | null, expected: string): Finding {
  if (found === null) return unreadable;
  // The version is optional, so every record of this name counts.
  const records = found.filter((record) => tagsOf(record).has('p'));
  const [record] = records;
  if (record === undefined) return { state: 'missing', explanation: messages.dkimMissing };
  if (records.length > 1) return { state: 'different', explanation: messages.dkimSeveral };
  const key = tagsOf(record).get('p');
  if (key === '') return { state: 'different', explanation: messages.dkimRevoked };
  return key === tagsOf(expected).get('p')
    ? { state: 'found', explanation: messages.dkimFound }
    : { state: 'different', explanation: messages.dkimDifferent };
}

function spfFindingOf(found: string[] | null): Finding {
  if (found === null) return unreadable;
  const records = found.filter((record) => /^v=spf1(?: |$)/i.test(record.trim()));
  const [record] = records;
  if (record === undefined) return { state: 'missing', explanation: messages.spfMissing };
  return records.length > 1
    ? { state: 'different', explanation: messages.spfSeveral(records.length) }
    : { state: 'found', explanation: messages.spfFound(shown(record)) };
}

function dmarcFindingOf(found: string[] | null): Finding {
  if (found === null) return unreadable;
  const records = found.filter((record) => /^v=DMARC1(?:;|\s|$)/i.test(record.trim()));
  const [record] = records;
  if (record === undefined) return { state: 'missing', explanation: messages.dmarcMissing };
  return records.length > 1
    ? { state: 'different', explanation: messages.dmarcSeveral }
    : { state: 'found', explanation: messages.dmarcFound(shown(record)) };
}

const shown = (record: string): string => record.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, maxShown);
