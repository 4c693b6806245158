import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { statisticsCalls } from './calls.ts';
import { choiceOf } from './choice.ts';
import { Figures, Periods } from './figures.tsx';
import { Plot } from './plot.tsx';
import './statistics.css';

export const loader = guarded(({ params, request }: LoaderFunctionArgs) =>
  statisticsCalls.post(Number(params.id), choiceOf(new URL(request.url).searchParams)),
);

/** The numbers of one post, or of one page. */
export function Component() {
  const report = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { post } = report;
  return (
    <section className="statistics">
      <ScreenTitle action={<Periods />}>{post.title || t('Untitled')}</ScreenTitle>
      <p className="soft">
        <Link to={`${urls.admin}/statistics`}>{t('Statistics of the site')}</Link>
        {' · '}
        <a href={post.url}>{post.kind === 'page' ? t('View the page') : t('View the post')}</a>
        {' · '}
        <Link to={urls.editPost(post.id)}>{t('Edit it')}</Link>
      </p>
      {!report.is_on && (
        <p className="banner">{t('Statistics are switched off, so new views are not counted.')}</p>
      )}
      <Figures series={report.series} />
      <Plot report={report} choice={choiceOf(params)} />
    </section>
  );
}
