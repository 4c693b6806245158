import { z } from 'zod';

/** What became of a test mail, in words. */
export const mailTest = z
  .object({
    is_sent: z.boolean(),
    /** What happened, one sentence after another. */
    report: z.array(z.string()),
    /** What to do; null if nothing. */
    advice: z.string().nullable(),
    /** What both sides said, without passwords. */
    conversation: z.array(z.object({ from: z.enum(['client', 'server']), text: z.string() })),
  })
  .meta({ id: 'MailTest' });
export type MailTest = z.infer<typeof mailTest>;

/** Where a DNS record stands: `unknown` before it was looked for, `unreadable` when the name servers gave no answer. */
const recordStates = ['unknown', 'found', 'missing', 'different', 'unreadable'] as const;
export type RecordState = (typeof recordStates)[number];

const dnsRecord = z.object({
  purpose: z.enum(['DKIM', 'SPF', 'DMARC']),
  /** The whole name of the record. */
  name: z.string(),
  /** Of a TXT record. */
  value: z.string(),
  /** The value as zone files and some providers want it, in parts of at most 255 characters; null: it is short enough. */
  split_value: z.string().nullable(),
  state: z.enum(recordStates),
  /** What was found and what to do. */
  explanation: z.string(),
});
export type DnsRecord = z.infer<typeof dnsRecord>;

/** The domain that mails come from, and what its DNS says about them. */
export const mailDomain = z
  .object({
    domain: z.string(),
    /** shared: it belongs to a provider, who alone can sign. local: no public DNS knows it. */
    kind: z.enum(['own', 'shared', 'local']),
    has_key: z.boolean(),
    /** Whether mails of this domain are signed now. */
    is_signed: z.boolean(),
    /** Whether the owner switched signing off. */
    is_off: z.boolean(),
    /** The new key waits for its record, and an earlier one signs meanwhile. */
    is_renewing: z.boolean(),
    records: z.array(dnsRecord),
  })
  .meta({ id: 'MailDomain' });
export type MailDomain = z.infer<typeof mailDomain>;

export const dkimSwitch = z.object({ is_off: z.boolean() });
