import { useId, useState } from 'react';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { copyText } from '../../../../platform/admin/controls/copy-text.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { ExplainedSwitch } from '../../../../platform/admin/settings/explained-switch.tsx';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { DnsRecord, MailDomain, RecordState } from '../../api/setup.ts';
import { mailCalls } from '../calls.ts';

const stateNames: Record<RecordState, string> = {
  unknown: t('not checked'),
  found: t('found'),
  missing: t('missing'),
  different: t('needs a change'),
  unreadable: t('no answer'),
};

/** The DNS records that show other servers that mails really come from this site. */
export function DomainSection({ saved }: { saved: MailDomain }) {
  const [changed, setChanged] = useState<MailDomain | null>(null);
  const [busy, setBusy] = useState('');
  const { reportError } = useNotices();
  const confirm = useConfirm();
  // What was loaded after a change of the sender is newer.
  const domain = changed?.domain === saved.domain ? changed : saved;
  const run = async (name: string, work: () => Promise<MailDomain>) => {
    setBusy(name);
    try {
      setChanged(await work());
    } catch (error) {
      reportError(error);
    } finally {
      setBusy('');
    }
  };
  const renew = async () => {
    const text = t(
      'A new key with a record of its own is made. Mails are signed with the present key until the new record is found in the DNS.',
    );
    if (await confirm({ title: t('Make a new DKIM key?'), text, action: t('Make a new key') }))
      await run('key', mailCalls.makeDkimKey);
  };
  return (
    <section className="boxed" id="domain" aria-labelledby="domain-heading">
      <h2 id="domain-heading">{t('Domain of the sender')}</h2>
      <Introduction domain={domain} />
      {domain.kind === 'own' && (
        <>
          {domain.records.map((record) => (
            <Record key={record.name + record.purpose} record={record} />
          ))}
          {domain.is_renewing && domain.is_signed && (
            <p className="soft">
              {t(
                'Mails are still signed with the earlier key. Leave its record in the DNS for a week after the new one was found.',
              )}
            </p>
          )}
          {domain.has_key && (
            <ExplainedSwitch
              label={t('Sign mails with DKIM')}
              hint={
                domain.is_signed
                  ? t('Mails are signed.')
                  : t(
                      'Mails are signed once the DKIM record was found, because a signature without it does harm.',
                    )
              }
              checked={!domain.is_off}
              isDisabled={busy !== ''}
              onChange={(isOn) => void run('switch', () => mailCalls.switchDkim({ is_off: !isOn }))}
            />
          )}
          <p className="actions">
            <button
              type="button"
              disabled={busy !== ''}
              onClick={() => void run('check', mailCalls.checkDomain)}
            >
              {busy === 'check' ? t('Checking …') : t('Check the DNS')}
            </button>
            {domain.has_key ? (
              <button type="button" className="quiet" disabled={busy !== ''} onClick={() => void renew()}>
                {t('Make a new key …')}
              </button>
            ) : (
              <button
                type="button"
                disabled={busy !== ''}
                onClick={() => void run('key', mailCalls.makeDkimKey)}
              >
                {busy === 'key' ? t('Making a key …') : t('Make a DKIM key')}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

function Introduction({ domain: { kind, domain } }: { domain: MailDomain }) {
  if (kind === 'shared')
    return (
      <p>
        {rich(
          'Mails come from an address at {domain}. Only this provider can sign them, so there is nothing to set up here. Send through the provider’s own SMTP server: others refuse mail of {domain} that comes from elsewhere. A newsletter is better sent from a domain of your own.',
          { domain: <strong>{domain}</strong> },
        )}
      </p>
    );
  if (kind === 'local')
    return (
      <p>
        {rich(
          'Mails come from an address at {domain}, which the public DNS does not know. Few servers accept such mail: enter an address of your own domain under “Sender”.',
          { domain: <strong>{domain}</strong> },
        )}
      </p>
    );
  return (
    <p>
      {rich(
        'Three records in the DNS of {domain} keep mails out of spam folders: DKIM proves that they come from this site, SPF says which servers may send them, and DMARC what is to happen with forged ones. You add them where the domain is managed.',
        { domain: <strong>{domain}</strong> },
      )}
    </p>
  );
}

function Record({ record }: { record: DnsRecord }) {
  const heading = useId();
  return (
    <section className="dns-record" aria-labelledby={heading}>
      <h3 id={heading}>
        {record.purpose} <span className={`mail-state ${record.state}`}>{stateNames[record.state]}</span>
      </h3>
      {record.state !== 'unknown' && <p role="status">{record.explanation}</p>}
      <Value label={t('Name')} of={record.purpose} value={record.name} />
      <Value
        label={record.purpose === 'SPF' ? t('Suggested value (TXT)') : t('Value (TXT)')}
        of={record.purpose}
        value={record.value}
      />
      {record.split_value && (
        <details>
          <summary>
            {t('Value in parts, for zone files and providers that take at most 255 characters')}
          </summary>
          <Value label={t('Value in parts')} of={record.purpose} value={record.split_value} />
        </details>
      )}
    </section>
  );
}

function Value({ label, of, value }: { label: string; of: string; value: string }) {
  const id = useId();
  const [status, setStatus] = useState('');
  const copy = async () => {
    setStatus(
      (await copyText(value)) ? t('Copied.') : t('It could not be copied. Select it and copy it by hand.'),
    );
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="joined">
        <input id={id} type="text" readOnly value={value} onFocus={(event) => event.target.select()} />
        <button
          type="button"
          aria-label={t('Copy: {label} of {of}', { label, of })}
          onClick={() => void copy()}
        >
          {t('Copy')}
        </button>
      </div>
      <span role="status" className="soft">
        {status}
      </span>
    </div>
  );
}
