import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refreshWorking } from '../../../core/site/admin/frame/working.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { formatBytes } from '../../../platform/admin/controls/format.ts';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { Problem } from '../../../platform/http/problem.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import {
  type SubscriberImport,
  type SubscriberImportState,
  subscriberFileBytes,
} from '../api/subscribers.ts';
import { subscriberFileTooLarge } from '../messages/lists.ts';
import { mailCalls } from './calls.ts';
import { usePolling } from './use-polling.ts';

/** A list from another program, as a file or pasted. */
export function ImportSubscribers({ state }: { state: SubscriberImportState }) {
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState('');
  const [consent, setConsent] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const { revalidate } = useRevalidator();
  const id = useId();
  const send = async () => {
    if ((file?.size ?? 0) > subscriberFileBytes) throw new Problem('too_large', subscriberFileTooLarge);
    await mailCalls.importList(file ?? pasted, consent);
    setStarted(true);
    setFile(null);
    setPasted('');
    setConsent(false);
    await Promise.all([revalidate(), refreshWorking()]);
  };
  const { isRunning, done, total, report } = state;
  usePolling(isRunning);
  return (
    <section aria-labelledby={`${id}-heading`}>
      <Form className="boxed" submitLabel={t('Import')} onSubmit={send} busyText={t('Importing …')}>
        <h2 id={`${id}-heading`}>{t('Import a list')}</h2>
        <p className="soft">
          {t(
            'A CSV file of Ghost, Substack, Mailchimp, Buttondown, Jetpack or this program, or any with a column named Email; up to 20 MB and 100,000 lines. People who unsubscribed, here or there, are left out.',
          )}
        </p>
        <div className="file">
          <input
            id={id}
            className="visually-hidden"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              target.value = '';
            }}
          />
          <label htmlFor={id} className="button">
            {t('Choose a file')}
          </label>
          <span role="status">{file && `${file.name}, ${formatBytes(file.size)}`}</span>
          {file && (
            <button type="button" className="quiet" onClick={() => setFile(null)}>
              {t('Remove the file')}
            </button>
          )}
        </div>
        {!file && (
          <TextField
            label={t('Or paste the list')}
            hint={t('With the names of its columns in the first line, or one address per line')}
            rows={4}
            value={pasted}
            onChange={setPasted}
          />
        )}
        <label className="check">
          <input type="checkbox" checked={consent} onChange={({ target }) => setConsent(target.checked)} />
          {t('These people asked for it: each of them agreed to get my posts by mail')}
        </label>
      </Form>
      {isRunning && (
        <ProgressBar
          label={t('Import of the list')}
          fraction={total > 0 ? done / total : null}
          text={total > 0 ? t('{done} of {total} lines', { done, total }) : t('Reading the list …')}
        />
      )}
      {report && <Report report={report} isNew={isStarted} />}
    </section>
  );
}

const lines: readonly [keyof SubscriberImport, string][] = [
  ['added', t('Added')],
  ['existing', t('Already subscribed, or twice in the list')],
  ['suppressed', t('Left out: they unsubscribed here before, or mail to them bounced')],
  ['unsubscribed', t('Left out: the list says that they unsubscribed')],
  ['unconfirmed', t('Left out: the list says that they never confirmed')],
  ['bounced', t('Left out: the list says that mail to them bounces')],
  ['invalid', t('Left out: not readable')],
];

function Report({ report, isNew }: { report: SubscriberImport; isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const shown = lines.filter(([name]) => name === 'added' || report[name] !== 0);
  return (
    <div className="boxed import-report">
      <h2 ref={heading} tabIndex={-1}>
        {t('Import of the list')}
      </h2>
      {report.stopped && <p className="error">{report.stopped}</p>}
      <table>
        <caption className="visually-hidden">{t('What became of the lines')}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('Outcome')}</th>
            <th scope="col">{t('Lines')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{text}</th>
              <td>{formatNumber(report[name] as number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.unknown_categories > 0 && (
        <p>
          {t('{unknownCategories} of those added chose categories that this site does not have.', {
            unknownCategories: report.unknown_categories,
          })}
        </p>
      )}
      {report.invalid_lines.length > 0 && <InvalidLines report={report} />}
    </div>
  );
}

function InvalidLines({ report: { invalid, invalid_lines } }: { report: SubscriberImport }) {
  return (
    <>
      <h3>
        {invalid > invalid_lines.length
          ? t('The first {count} of {invalid} lines that could not be read', {
              count: invalid_lines.length,
              invalid,
            })
          : t('Lines that could not be read')}
      </h3>
      <ul>
        {invalid_lines.map(({ line, reason }) => (
          <li key={line}>{t('Line {line}: {reason}', { line, reason })}</li>
        ))}
      </ul>
    </>
  );
}
