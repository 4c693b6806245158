import { useState } from 'react';
import { Link } from 'react-router';
import { useSend } from '../../../../platform/admin/data/use-send.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { MailSetup } from '../../api/mail.ts';
import type { MailTest } from '../../api/setup.ts';
import { mailCalls } from '../calls.ts';

/** Sends a mail to the owner and says in words what the SMTP server answered. */
export function TestSection({ setup }: { setup: MailSetup }) {
  const { busy: isBusy, error, send } = useSend();
  const [result, setResult] = useState<MailTest | null>(null);
  const test = () => {
    setResult(null);
    void send(async () => setResult(await mailCalls.test()));
  };
  return (
    <section className="boxed" id="test" aria-labelledby="test-heading">
      <h2 id="test-heading">{t('Test')}</h2>
      {setup.owner_address === null ? (
        <p>
          {rich(
            'Save your email address under <link>Mails to you</link>, then a test mail can be sent to it.',
            { link: (text) => <Link to="#owner">{text}</Link> },
          )}
        </p>
      ) : (
        <>
          <p>
            {rich(
              'A mail to {address} shows whether the saved settings work, and what {host} says to them.',
              {
                host: setup.server.host,
                address: <strong>{setup.owner_address}</strong>,
              },
            )}
          </p>
          <p className="actions">
            <button type="button" disabled={isBusy} onClick={test}>
              {isBusy ? t('Sending …') : t('Send a test mail')}
            </button>
          </p>
        </>
      )}
      <div role="status" className="mail-report">
        {isBusy && <p className="soft">{t('This can take up to a minute.')}</p>}
        {error && <p className="warning">{error}</p>}
        {result && <Report result={result} />}
      </div>
    </section>
  );
}

function Report({ result: { is_sent, report, advice, conversation } }: { result: MailTest }) {
  return (
    <>
      <p className={is_sent ? 'mail-state found' : 'mail-state missing'}>
        {is_sent ? t('The mail was sent.') : t('The mail was not sent.')}
      </p>
      <ul>
        {report.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {advice && (
        <p>
          <strong>{t('What to do:')}</strong> {advice}
        </p>
      )}
      {conversation.length > 0 && (
        <details>
          <summary>{t('The conversation')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <pre tabIndex={0}>
            {conversation.map(({ from, text }) => `${from === 'client' ? '→' : '←'} ${text}`).join('\n')}
          </pre>
        </details>
      )}
    </>
  );
}
