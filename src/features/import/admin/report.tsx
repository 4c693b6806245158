import { useState } from 'react';
import { FilterSelect } from '../../../platform/admin/controls/filter-select.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { Pager } from '../../../platform/admin/controls/pager.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import type { ImportImage, ImportItem, ImportKindCounts, ImportOutcome, ImportRecord } from '../api.ts';
import { importCalls } from './calls.ts';
import { accounted, kindHeading, kindName } from './kinds.ts';

/** How many items of each kind were found and what became of them. */
export function Counts({ record }: { record: ImportRecord }) {
  const { dry_run, state } = record;
  const counts = record.counts.filter((kind) => kind.expected || accounted(kind) > 0);
  if (counts.length === 0) return null;
  const wasUndone = counts.some(({ kept }) => kept > 0) || state === 'undone';
  return (
    <table className="counts">
      <caption>{dry_run ? t('What an import would do') : t('What became of everything in the file')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Kind')}</th>
          <th scope="col">{t('Found')}</th>
          <th scope="col">{dry_run ? t('Ready') : t('Imported')}</th>
          <th scope="col">{t('With a remark')}</th>
          <th scope="col">{t('Left out')}</th>
          {wasUndone && <th scope="col">{t('Kept')}</th>}
        </tr>
      </thead>
      <tbody>
        {counts.map((kind) => (
          <KindRow key={kind.source_kind} kind={kind} record={record} showKept={wasUndone} />
        ))}
      </tbody>
    </table>
  );
}

const isFinished = ({ state }: ImportRecord): boolean => state === 'done';

function KindRow({
  kind,
  record,
  showKept,
}: {
  kind: ImportKindCounts;
  record: ImportRecord;
  showKept: boolean;
}) {
  const { source_kind, expected, imported, remark, left_out, kept } = kind;
  const differs = isFinished(record) && expected !== null && expected !== accounted(kind);
  return (
    <tr>
      <th scope="row">
        {kindHeading(source_kind)}
        {differs && (
          <span className="difference">
            {' '}
            {t('{expected} found, but {accounted} accounted for', { expected, accounted: accounted(kind) })}
          </span>
        )}
      </th>
      <td>{formatNumber(expected ?? accounted(kind))}</td>
      <td>{formatNumber(imported)}</td>
      <td>{formatNumber(remark)}</td>
      <td>{formatNumber(left_out)}</td>
      {showKept && <td>{formatNumber(kept)}</td>}
    </tr>
  );
}

/** What the report must not hide: sums that differ, in red and in words. */
export function Problems({ record }: { record: ImportRecord }) {
  const { problems, error } = record;
  const sentences = [...(error ? [error] : []), ...problems];
  if (sentences.length === 0) return null;
  return (
    <div className="problems" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence} className="error">
          {sentence}
        </p>
      ))}
    </div>
  );
}

export function Images({ record }: { record: ImportRecord }) {
  const { waiting, fetched, lost } = record.images;
  if (record.dry_run || waiting + fetched + lost === 0) return null;
  return (
    <>
      <p className="import-images">
        {t('Images from the old site: {count} copied', { count: fetched })}
        {waiting > 0 &&
          `, ${t('{count} on their way (until then posts show them from there)', { count: waiting })}`}
        {lost > 0 && (
          <>
            , <span className="difference">{t('{count} could not be found', { count: lost })}</span>
          </>
        )}
        .
      </p>
      {lost > 0 && <ImageList importId={record.id} state="lost" />}
      {waiting > 0 && <ImageList importId={record.id} state="waiting" />}
    </>
  );
}

/** The images that could not be copied, or not yet, with the reason; loaded when it is opened. */
function ImageList({ importId, state }: { importId: number; state: 'waiting' | 'lost' }) {
  const [images, setImages] = useState<readonly ImportImage[] | null>(null);
  const [total, setTotal] = useState(0);
  const { reportError } = useNotices();
  const load = async () => {
    try {
      const page = await importCalls.images({ id: importId, state });
      setImages(page.items);
      setTotal(page.total);
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <details
      className="import-image-list"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load();
      }}
    >
      <summary>{state === 'lost' ? t('Images that could not be copied') : t('Images on their way')}</summary>
      {images && (
        <ul>
          {images.map(({ url, reason, post_id }) => (
            <li key={url}>
              <a href={url}>{url}</a> {reason && <span className="soft">{reason}</span>}{' '}
              {post_id !== null && <a href={urls.editPost(post_id)}>{t('Edit the post')}</a>}
            </li>
          ))}
        </ul>
      )}
      {images && total > images.length && (
        <p className="soft">{t('The first {count} of {total}.', { count: images.length, total })}</p>
      )}
    </details>
  );
}

const outcomes = (dryRun: boolean): Record<ImportOutcome, string> => ({
  imported: dryRun ? t('Ready') : t('Imported'),
  remark: t('With a remark'),
  'left-out': t('Left out'),
  kept: t('Kept'),
});

type ItemsProps = {
  record: ImportRecord;
  items: readonly ImportItem[];
  total: number;
  size: number;
  filter: { outcome: string; kind: string };
};

/** Every item of the source, with its remarks. */
export function Items({ record, items, total, size, filter }: ItemsProps) {
  const names = outcomes(record.dry_run);
  const hasKept = record.counts.some(({ kept }) => kept > 0);
  const offered = Object.entries(names).filter(([outcome]) => outcome !== 'kept' || hasKept);
  return (
    <section className="import-items" aria-labelledby="import-items">
      <div className="above-list">
        <h2 id="import-items">{t('Items')}</h2>
        <div className="filters">
          <FilterSelect
            label={t('Result')}
            parameter="outcome"
            value={filter.outcome}
            options={[['', t('All')], ...offered]}
          />
          <FilterSelect
            label={t('Kind')}
            parameter="kind"
            value={filter.kind}
            options={[
              ['', t('All')],
              ...record.counts
                .filter((kind) => accounted(kind) > 0)
                .map(({ source_kind }) => [source_kind, kindHeading(source_kind)] as const),
            ]}
          />
        </div>
      </div>
      {items.length === 0 ? (
        <Nothing text={t('There is no such item.')} />
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <p>
                <span className="chip">{kindName(item.source_kind)}</span>{' '}
                {item.url ? (
                  <a href={item.url}>{item.label || t('Untitled')}</a>
                ) : (
                  item.label || t('Untitled')
                )}
              </p>
              <p className={`outcome ${item.outcome}`}>{names[item.outcome]}</p>
              {item.reasons.length > 0 && (
                <ul className="reasons">
                  {item.reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager total={total} size={size} name={t('items')} />
    </section>
  );
}
