import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { statisticsCalls } from './calls.ts';
import { choiceOf } from './choice.ts';
import { CountingSwitch } from './counting-switch.tsx';
import { Figures, Periods } from './figures.tsx';
import { NameLists } from './name-lists.tsx';
import { Plot } from './plot.tsx';
import './statistics.css';

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const choice = choiceOf(new URL(request.url).searchParams);
  const [report, lists] = await Promise.all([
    statisticsCalls.report(choice),
    statisticsCalls.lists({ period: choice.period }),
  ]);
  return { report, lists };
});

/** Who reads what, and where readers come from. */
export function Component() {
  const { report, lists } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const choice = choiceOf(params);
  const hasNumbers = report.since !== null;
  const run = useAction();
  return (
    <section className="statistics">
      <ScreenTitle action={hasNumbers && <Periods />}>{t('Statistics')}</ScreenTitle>
      {!report.is_on && (
        <Nothing
          text={
            hasNumbers
              ? t('Statistics are switched off. The numbers below were counted before.')
              : t('Statistics are switched off: nothing is counted.')
          }
          action={
            <button
              type="button"
              className="primary"
              onClick={() =>
                void run(
                  () => statisticsCalls.save({ isOn: true }),
                  t('Statistics are on: counting has begun.'),
                )
              }
            >
              {t('Switch on')}
            </button>
          }
        />
      )}
      {report.is_on && !hasNumbers && (
        <Nothing
          text={t('Nothing has been counted yet.')}
          action={t(
            'Views appear here within seconds after the first reader opens a page. Your own visits do not count while you are signed in; a private window does.',
          )}
        />
      )}
      {hasNumbers && (
        <>
          {report.since === report.days.at(-1) && (
            <p className="soft">
              {t('Counting began today, so the plot has one day. Tomorrow it becomes a line.')}
            </p>
          )}
          <Figures series={report.series} />
          <Plot report={report} choice={choice} />
          <p className="actions">
            <a
              className="button"
              href={statisticsCalls.file({ file: 'days', period: choice.period })}
              download
            >
              {t('Export days as CSV')}
            </a>
          </p>
          <NameLists of={lists} period={choice.period} />
        </>
      )}
      <CountingSwitch key={String(report.is_on)} isOn={report.is_on} />
    </section>
  );
}
