import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refreshWorking } from '../../../core/site/admin/frame/working.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { formatBytes, formatNumber } from '../../../platform/admin/controls/format.ts';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { Problem } from '../../../platform/http/problem.ts';
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
      <Form className="boxed" submitLabel="Import" onSubmit={send} busyText="Importing …">
        <h2 id={`${id}-heading`}>Import a list</h2>
        <p className="soft">
          A CSV file of Ghost, Substack, Mailchimp, Buttondown, Jetpack or this program, or any with a column
          named Email; up to 20 MB and 100,000 lines. People who unsubscribed, here or there, are left out.
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
            Choose a file
          </label>
          <span role="status">{file && `${file.name}, ${formatBytes(file.size)}`}</span>
          {file && (
            <button type="button" className="quiet" onClick={() => setFile(null)}>
              Remove the file
            </button>
          )}
        </div>
        {!file && (
          <TextField
            label="Or paste the list"
            hint="With the names of its columns in the first line, or one address per line"
            rows={4}
            value={pasted}
            onChange={setPasted}
          />
        )}
        <label className="check">
          <input type="checkbox" checked={consent} onChange={({ target }) => setConsent(target.checked)} />{' '}
          These people asked for it: each of them agreed to get my posts by mail
        </label>
      </Form>
      {isRunning && (
        <ProgressBar
          label="Import of the list"
          fraction={total > 0 ? done / total : null}
          text={total > 0 ? `${formatNumber(done)} of ${formatNumber(total)} lines` : 'Reading the list …'}
        />
      )}
      {report && <Report report={report} isNew={isStarted} />}
    </section>
  );
}

const lines: readonly [keyof SubscriberImport, string][] = [
  ['added', 'Added'],
  ['existing', 'Already subscribed, or twice in the list'],
  ['suppressed', 'Left out: they unsubscribed here before, or mail to them bounced'],
  ['unsubscribed', 'Left out: the list says that they unsubscribed'],
  ['unconfirmed', 'Left out: the list says that they never confirmed'],
  ['bounced', 'Left out: the list says that mail to them bounces'],
  ['invalid', 'Left out: not readable'],
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
        Import of the list
      </h2>
      {report.stopped && <p className="error">{report.stopped}</p>}
      <table>
        <caption className="visually-hidden">What became of the lines</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Lines</th>
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
          {formatNumber(report.unknown_categories)} of those added chose categories that this site does not
          have.
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
          ? `The first ${invalid_lines.length} of ${formatNumber(invalid)} lines that could not be read`
          : 'Lines that could not be read'}
      </h3>
      <ul>
        {invalid_lines.map(({ line, reason }) => (
          <li key={line}>
            Line {formatNumber(line)}: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
