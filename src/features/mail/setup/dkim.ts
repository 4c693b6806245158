import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { recordActivity } from '../../../core/site/activity.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSetting, writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { domainOf } from '../../../platform/http/api/mail-address.ts';
import { type Message, message } from '../../../platform/messages/translate.ts';
import { senderOf } from '../queue/sender.ts';
import { readMailSettings } from '../settings.ts';

const generate = promisify(generateKeyPair);

type DkimOptions = { domainName: string; keySelector: string; privateKey: string };

/** The private key never leaves the server: not in a response, a log or an export. Backups and moves keep it. */
const setting = 'key:dkim';

type Key = { selector: string; privateKey: string };
type Stored = {
  /** Signs mails of this domain, whose DNS was seen to have its record. */
  current: (Key & { domain: string }) | null;
  /** Made, but its record was not seen yet. Until then `current` goes on signing. */
  next: Key | null;
  /** The owner wants no signatures. */
  isOff: boolean;
};

const nothing: Stored = { current: null, next: null, isOff: false };

const readStored = async (db: Db): Promise<Stored> => ({
  ...nothing,
  ...JSON.parse((await readSetting(db, setting)) ?? '{}'),
});

/**
 * How mails are signed; null: not at all. A signature whose record is missing from the DNS is worse than none, so a key signs only
 * once its record was found, and only mails of the domain where it was found.
 */
export async function dkimOptions(blog: Blog): Promise<DkimOptions | null> {
  const { current, isOff } = await readStored(blog.db);
  if (!current || isOff) return null;
  const { address } = await senderOf(blog, await readMailSettings(blog));
  if (domainOf(address) !== current.domain) return null;
  return { domainName: current.domain, keySelector: current.selector, privateKey: current.privateKey };
}

export type DkimKey = {
  selector: string;
  /** The value of the DNS record. */
  record: string;
};

type DkimState = {
  /** The key whose record belongs into the DNS; null before the first one was made. */
  key: DkimKey | null;
  /** The domain whose mails are signed, and the selector of the key that does it. */
  signs: { domain: string; selector: string } | null;
  isOff: boolean;
};

/** Without anything secret. */
export async function dkimState(blog: Blog): Promise<DkimState> {
  const { current, next, isOff } = await readStored(blog.db);
  const shown = next ?? current;
  return {
    key: shown && { selector: shown.selector, record: recordOf(shown) },
    signs: current && { domain: current.domain, selector: current.selector },
    isOff,
  };
}

function recordOf({ privateKey }: Key): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}

/**
 * Makes a key, in a thread of the pool; an earlier one signs until the record of the new one is found. RSA with 2048 bits, because
 * not every server that verifies knows Ed25519.
 */
export async function makeDkimKey(blog: Blog): Promise<void> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await changeStored(blog, (stored) => {
    const next = { selector: newSelector(blog, stored), privateKey: pem };
    return { stored: { ...stored, next }, activity: message('Made a DKIM key') };
  });
}

/** Each key has a selector of its own: the record of an earlier one has to stay until its last mails were read. */
function newSelector(blog: Blog, { current, next }: Stored): string {
  const day = `blog${blog.now().toISOString().slice(0, 10).replaceAll('-', '')}`;
  const taken = [current?.selector, next?.selector];
  for (let count = 1; ; count++) {
    const selector = count === 1 ? day : `${day}-${count}`;
    if (!taken.includes(selector)) return selector;
  }
}

/** The record of the key with this selector was found for this domain: from now on it signs. */
export async function dkimRecordFound(blog: Blog, domain: string, selector: string): Promise<void> {
  await changeStored(blog, (stored) => {
    const found = [stored.next, stored.current].find((key) => key?.selector === selector);
    if (!found || (found === stored.current && stored.current.domain === domain)) return null;
    const current = { selector: found.selector, privateKey: found.privateKey, domain };
    const next = found === stored.next ? null : stored.next;
    return {
      stored: { ...stored, current, next },
      activity: message('Mails of {domain} are signed with DKIM', { domain }),
    };
  });
}

/** The record is gone or another: the key must not sign until it is found again. */
export async function dkimRecordLost(blog: Blog, domain: string, selector: string): Promise<void> {
  await changeStored(blog, (stored) => {
    const { current, next } = stored;
    if (current?.domain !== domain || current.selector !== selector) return null;
    const key = { selector: current.selector, privateKey: current.privateKey };
    return {
      stored: { ...stored, current: null, next: next ?? key },
      activity: message(
        'Mails of {domain} are no longer signed with DKIM, because its DNS record is missing',
        { domain },
      ),
    };
  });
}

export async function switchDkim(blog: Blog, isOff: boolean): Promise<void> {
  await changeStored(blog, (stored) =>
    stored.isOff === isOff
      ? null
      : {
          stored: { ...stored, isOff },
          activity: isOff ? message('Switched off DKIM signatures') : message('Switched on DKIM signatures'),
        },
  );
}

async function changeStored(
  blog: Blog,
  change: (stored: Stored) => { stored: Stored; activity: Message } | null,
): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, setting);
    const changed = change(await readStored(tx));
    if (!changed) return;
    await writeSetting(tx, setting, JSON.stringify(changed.stored));
    await recordActivity(blog, tx, 'site', changed.activity);
  });
}
